import styled from '@emotion/styled'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import type { File as FileFact } from '#shared/model/project.ts'
import { fileEndings } from '#shared/rules/files.ts'
import { useDevice } from '../data/device-context.tsx'
import { onDisk } from '../data/disk.ts'
import type { KeptFile } from '../data/device.ts'
import { useStored } from '../data/use-query.ts'
import { attach, dropChosen, useChosen, type ChosenFile } from '../state/chosen-files.ts'
import type { Place } from '../state/kept-files.ts'
import { useOnline } from '../state/use-online.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Switch } from '../ui/switch.tsx'
import { useEngine } from '../sync/engine-context.tsx'
import { toast } from '../state/toasts.ts'
import { textSize, token } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { AttachZone } from './attach-zone.tsx'
import { FileRow, FileWords } from './file-row.tsx'
import { OwnTile } from './file-tile.tsx'
import { filesSent } from './files-sent.ts'
import { useTurns } from './sending-files.tsx'
import { sizeOf } from './size-of.ts'
import { arrivingOf, comingOf, useWaitingFiles } from './use-waiting-files.ts'
import { Problem, WaitingFile } from './waiting-file.tsx'

export interface AttachFilesProps {
  place: Place
  /** What others see there: what has arrived, and what is announced. */
  files: readonly Pick<FileFact, 'id' | 'stored' | 'size'>[]
  /** Of a tasking: what waits for its request belongs to it as well. */
  requestId?: number
  /** In a dialog: the page below hears what is dropped. */
  isAbove?: boolean
}

/**
 * Choose, photograph, or drop anywhere on the page, with or without a connection: each is saved on this device first. What waits here, with its
 * progress as a number, and what was not added and why.
 */
export function AttachFiles({ place, files, requestId = 0, isAbove = false }: AttachFilesProps) {
  const { device, user, organisation } = useDevice()
  const { ask } = useEngine()
  const online = useOnline()
  const phone = usePhone()
  const waiting = useWaitingFiles({ requestId, ...place }) ?? []
  const turnOf = useTurns()
  const chosen = useChosenAt(place)
  const [isSmaller, setSmaller] = useSmaller(online)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)

  async function take(files: FileList | null | undefined) {
    if (!files?.length) return
    void navigator.storage?.persist?.().catch(() => undefined)
    const kept = await attach(device, { user, organisation }, place, [...files], isSmaller)
    ask()
    if (kept > 0 && !online) toast(messages.savedOnDevice, { variant: 'success' })
  }
  const isOver = useDropped(isAbove ? null : (files) => void take(files))

  const input = (ref: typeof chooser, label: string, more: object) => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        void take(currentTarget.files)
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
      {...more}
    />
  )
  return (
    <>
      <SentSoFar files={files} here={waiting} />
      {waiting.length > 0 && (
        <ul aria-label="Files on their way">
          {waiting.map((file) => (
            <WaitingFile key={file.id} file={file} turn={turnOf(file)} />
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul aria-label="Not added">
          {chosen.map((one) => (
            <ChosenRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{summaryOf(waiting, chosen, online)}</VisuallyHidden>
      {input(chooser, 'Choose files', { multiple: true, accept: fileEndings.map((ending) => `.${ending}`).join() })}
      {input(camera, 'Take a photo', { accept: 'image/*', capture: 'environment' })}
      <AttachZone data-over={isOver || undefined}>
        <Buttons>
          {phone && (
            <Button icon="image" onClick={() => camera.current?.click()}>
              Photo
            </Button>
          )}
          <Button icon="upload" onClick={() => chooser.current?.click()}>
            {phone ? 'File' : 'Choose files'}
          </Button>
        </Buttons>
        <span>
          {phone ? '' : 'Or drop them here. '}Documents, pictures, mail or zip, up to {organisation.maxFileMb} MB each.
          {!online && ' They are saved on this device and go when there is a connection and Fieldpost is open.'}
        </span>
      </AttachZone>
      <Smaller>
        <Switch
          label={
            <>
              Make photos smaller
              <Hint>To 2,048 pixels. Where they were taken is left out.</Hint>
            </>
          }
          checked={isSmaller}
          onChange={(_, isOn) => void setSmaller(isOn)}
        />
      </Smaller>
    </>
  )
}

/** "2 of 3 files sent", and how much is still to go. */
function SentSoFar({ files, here }: Pick<AttachFilesProps, 'files'> & { here: readonly KeptFile[] }) {
  const said = filesSent(arrivingOf(files, here))
  const elsewhere = comingOf(files, here).reduce((sum, { size }) => sum + size, 0)
  const left = here.reduce((sum, { size, sent, needsYou }) => sum + (needsYou ? 0 : size - sent), elsewhere)
  if (!said) return null
  return (
    <Sum>
      <b>{said}</b>
      {left > 0 && <span>{sizeOf(left)} to go</span>}
    </Sum>
  )
}

/** By itself on a thin link or without one; as the person has said, from then on. */
function useSmaller(online: boolean): [boolean, (isOn: boolean) => Promise<void>] {
  const { device } = useDevice()
  const said = useStored((device) => device.get('smallerPhotos'))
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const isThin = !online || connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
  return [said ?? isThin, (isOn) => onDisk(device, () => device.set('smallerPhotos', isOn))]
}

function useChosenAt(place: Place): readonly ChosenFile[] {
  const where = JSON.stringify(place)
  return useChosen(({ chosen }) => chosen).filter((one) => JSON.stringify(one.place) === where)
}

/** Files that are dropped anywhere: beside a zone the browser would leave the page to show them. True while some are held over it. */
function useDropped(take: ((files: FileList | undefined) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const hear = useEffectEvent((event: DragEvent) => {
    if (!take || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  })
  useEffect(() => {
    const listener = (event: DragEvent) => hear(event)
    const names = ['dragover', 'dragleave', 'drop'] as const
    for (const name of names) window.addEventListener(name, listener)
    return () => {
      for (const name of names) window.removeEventListener(name, listener)
    }
  }, [])
  return isOver
}

/** Only until it is saved on this device, or the person has read why it is not. */
function ChosenRow({ one: { id, name, size, problem } }: { one: ChosenFile }) {
  return (
    <FileRow>
      <OwnTile name={name} picture="" />
      <FileWords name={name}>
        {problem === '' ? `${sizeOf(size)} · is being saved on this device` : <Problem>{problem}</Problem>}
      </FileWords>
      {problem !== '' && <IconButton icon="close" label={`Dismiss ${name}`} onClick={() => dropChosen(id)} />}
    </FileRow>
  )
}

/** Said to readers: not every step, but what is on its way and what did not go. */
function summaryOf(waiting: readonly KeptFile[], chosen: readonly ChosenFile[], online: boolean): string {
  const going = waiting.filter(({ needsYou }) => !needsYou).length
  const stuck = [...waiting.filter(({ needsYou }) => needsYou), ...chosen.filter(({ problem }) => problem !== '')]
  return [
    going > 0 &&
      `${going === 1 ? 'One file is' : `${going} files are`} ${online ? 'on the way' : 'saved on this device'}.`,
    ...stuck.map(({ name, problem }) => `${name}: ${problem}`),
  ]
    .filter(Boolean)
    .join(' ')
}

const Buttons = styled.div({ display: 'flex', gap: 8 })
const Smaller = styled.div({ marginTop: 8, '& > label': { width: '100%', minHeight: 44 } })
const Hint = styled.small({ display: 'block', ...textSize.small, color: token.text2 })
const Sum = styled.p({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  ...textSize.small,
  '& > span': { color: token.text2 },
})
