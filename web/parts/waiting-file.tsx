import styled from '@emotion/styled'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isPicture } from '#shared/rules/files.ts'
import { useDevice } from '../data/device-context.tsx'
import type { KeptFile } from '../data/device.ts'
import { useMeta } from '../data/use-query.ts'
import { NotAnnounced, sendAnew, wantAfterAll } from '../state/announce-file.ts'
import { bytesOf } from '../state/kept-files.ts'
import { giveUpFile, lineOf } from '../state/send-files.ts'
import { toast } from '../state/toasts.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { token } from '../theme/tokens.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { DeliveryChip } from './delivery-chip.tsx'
import { FileRow, FileWords } from './file-row.tsx'
import { OwnTile } from './file-tile.tsx'
import { saveFile } from './save-file.ts'
import type { Turn } from './sending-files.tsx'
import { sizeOf } from './size-of.ts'
import { useBusy } from './use-busy.ts'

interface WaitingFileProps {
  file: KeptFile
  turn: Turn
  /** Where it is put to, where that is not the page itself. */
  place?: { name: string; path: string }
}

/** A file that is whole on this device and not yet at the server: it can be looked at, and taken back. */
export function WaitingFile({ file, turn, place }: WaitingFileProps) {
  const { device, user, organisation } = useDevice()
  const { ask } = useEngine()
  const actor = { user, organisation }
  const { name, sent, size, needsYou } = file
  const percent = Math.floor((100 * sent) / size)
  const { run } = useBusy()

  async function save() {
    const bytes = await bytesOf(device, file)
    if (bytes) saveFile(name, bytes)
    else toast('A part of it is missing on this device.', { variant: 'error' })
  }
  const again = () =>
    run(async () => {
      await sendAnew(device, actor, file)
      ask()
    })
  const remove = () =>
    run(async () => {
      const removed = await giveUpFile(lineOf(device, user.id), actor, file)
      ask()
      if (!removed) return
      const undo = () =>
        wantAfterAll(device, actor, removed).then(ask, (error: unknown) => {
          if (!(error instanceof NotAnnounced)) throw error
          toast(error.message, { variant: 'error' })
        })
      toast('Removed.', { actions: [{ label: 'Undo', onClick: undo }] })
    })
  return (
    <FileRow>
      <OwnTile name={name} picture={usePicture(file)} />
      <FileWords name={name}>
        {place && (
          <>
            <Link to={place.path}>{place.name}</Link> ·{' '}
          </>
        )}
        <span>
          <ProgressWords file={file} turn={turn} />
        </span>
        {!needsYou && (sent > 0 || turn === 'now') && (
          <Bar role="progressbar" aria-label={name} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
            <span style={{ width: `${percent}%` }} />
          </Bar>
        )}
        <Chip>
          <DeliveryChip state={needsYou ? 'attention' : turn === 'now' ? 'sending' : 'device'} />
          {needsYou && (
            <Button size="small" aria-label={`Try ${name} again`} onClick={() => void again()}>
              Try again
            </Button>
          )}
        </Chip>
      </FileWords>
      <IconButton icon="download" label={`Save ${name}`} onClick={() => void save()} />
      <IconButton
        icon="close"
        label={`${turn === 'now' && !needsYou ? 'Stop' : 'Remove'} ${name}`}
        onClick={() => void remove()}
      />
    </FileRow>
  )
}

/** "64 % · 1.2 of 1.9 MB · about 20 s left" */
function ProgressWords({ file, turn }: { file: KeptFile; turn: Turn }): ReactNode {
  const { sent, size, sizeBefore, perSecond, problem, needsYou } = file
  const fieldMode = useMeta('fieldMode')
  if (problem !== '') return needsYou ? <Problem>{problem}</Problem> : problem
  const sizes = `${sizeOf(size)}${sizeBefore > 0 ? ` · was ${sizeOf(sizeBefore)}` : ''}`
  const percent = <b>{Math.floor((100 * sent) / size)} %</b>
  if (turn === 'cut-off') {
    const until = fieldMode ? 'Send all' : 'the connection'
    return sent > 0 ? (
      <>
        {percent} · waits for {until}
      </>
    ) : (
      `${sizes} · ${fieldMode ? 'goes with Send all' : 'goes when connected'}`
    )
  }
  if (turn === 'later') return `${sizes} · waits for its turn`
  const left = perSecond > 0 ? Math.ceil((size - sent) / perSecond) : 0
  return (
    <>
      {percent} · {sizeOf(sent)} of {sizeOf(size)}
      {left > 0 && ` · about ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`}
    </>
  )
}

/** The picture of what is on this device; empty when it is none. */
function usePicture(file: KeptFile): string {
  const { device } = useDevice()
  const { id, type } = file
  const [picture, setPicture] = useState('')
  useEffect(() => {
    if (!isPicture(type)) return
    let address = ''
    let isOver = false
    const look = async () => {
      const found = await device.uploads.get(id)
      const bytes = found && (await bytesOf(device, found))
      if (!bytes || isOver) return
      address = URL.createObjectURL(bytes)
      setPicture(address)
    }
    void look().catch(() => undefined)
    return () => {
      isOver = true
      URL.revokeObjectURL(address)
    }
  }, [device, id, type])
  return picture
}

export const Problem = styled.span({ color: token.danger })
const Chip = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginTop: 4 })
const Bar = styled.div({
  height: 6,
  marginTop: 4,
  borderRadius: 3,
  background: token.barTrack,
  overflow: 'hidden',
  '& span': { display: 'block', height: '100%', background: token.barActual },
})
