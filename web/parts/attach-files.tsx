import styled from '@emotion/styled'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import * as messages from '#shared/model/messages.ts'
import { fileEndings } from '#shared/rules/files.ts'
import { useDevice } from '../data/device-context.tsx'
import { attach, dropUpload, goOn, tryAgain, useUploads, type Place, type Uploading } from '../state/uploads.ts'
import { useOnline } from '../state/use-online.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../state/toasts.ts'
import { token } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { AttachZone } from './attach-zone.tsx'
import { FileRow, FileWords } from './file-row.tsx'
import { OwnTile } from './file-tile.tsx'
import { sizeOf } from './size-of.ts'

export interface AttachFilesProps {
  place: Place
  /** What is attached there already: an upload has arrived when its row has. */
  arrived: readonly { id: number }[]
  /** In a dialog: the page below hears what is dropped. */
  isAbove?: boolean
}

/** Choose, photograph, or drop anywhere on the page; what is on its way, with its progress as a number, and what did not go and why. */
export function AttachFiles({ place, arrived, isAbove = false }: AttachFilesProps) {
  const { organisation } = useDevice()
  const { ask } = useEngine()
  const online = useOnline()
  const phone = usePhone()
  const uploads = useUploadsAt(place)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)

  const ended = () => {
    ask()
    toast(messages.saved, { variant: 'success' })
  }
  function take(files: FileList | null | undefined) {
    if (!files?.length) return
    if (online) attach(place, [...files], organisation, ended)
    else toast(needsLink, { variant: 'info' })
  }
  const isOver = useDropped(isAbove ? null : take)

  const goOnNow = useEffectEvent(() => goOn(ended))
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) goOnNow()
    wasOnline.current = online
  }, [online])
  useEffect(() => {
    for (const { key, state, fileId } of uploads)
      if (state === 'sent' && (fileId === 0 || arrived.some(({ id }) => id === fileId))) dropUpload(key)
  }, [uploads, arrived])

  const input = (ref: typeof chooser, label: string, more: object) => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        take(currentTarget.files)
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
      {...more}
    />
  )
  return (
    <>
      {uploads.length > 0 && (
        <ul aria-label="Files on their way">
          {uploads.map((one) => (
            <UploadRow key={one.key} one={one} online={online} onAgain={() => tryAgain(one.key, ended)} />
          ))}
        </ul>
      )}
      <VisuallyHidden role="status">{summaryOf(uploads)}</VisuallyHidden>
      {input(chooser, 'Choose files', { multiple: true, accept: fileEndings.map((ending) => `.${ending}`).join() })}
      {input(camera, 'Take a photo', { accept: 'image/*', capture: 'environment' })}
      <AttachZone data-over={isOver || undefined}>
        <Buttons>
          {phone && (
            <Button icon="image" disabled={!online} onClick={() => camera.current?.click()}>
              Photo
            </Button>
          )}
          <Button icon="upload" disabled={!online} onClick={() => chooser.current?.click()}>
            {phone ? 'File' : 'Choose files'}
          </Button>
        </Buttons>
        <span>
          {online
            ? `${phone ? '' : 'Or drop them here. '}Documents, pictures, mail or zip, up to ${organisation.maxFileMb} MB each.`
            : needsLink}
        </span>
      </AttachZone>
    </>
  )
}

const needsLink = 'Attaching files needs a connection. What you write is kept here all the same.'

function useUploadsAt(place: Place): readonly Uploading[] {
  const where = JSON.stringify(place)
  return useUploads(({ uploads }) => uploads).filter((one) => JSON.stringify(one.place) === where)
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

function UploadRow({ one, online, onAgain }: { one: Uploading; online: boolean; onAgain: () => void }) {
  const { key, name, size, sent, state, problem, picture } = one
  const hasEnded = state === 'stopped' || state === 'refused'
  const percent = Math.floor((100 * sent) / size)
  return (
    <FileRow>
      <OwnTile name={name} picture={picture} />
      <FileWords name={name}>
        {hasEnded ? <Problem>{problem}</Problem> : progressOf(one, online)}
        {!hasEnded && (
          <Bar role="progressbar" aria-label={name} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
            <span style={{ width: `${percent}%` }} />
          </Bar>
        )}
      </FileWords>
      {state === 'stopped' && (
        <Button size="small" disabled={!online} aria-label={`Try ${name} again`} onClick={onAgain}>
          Try again
        </Button>
      )}
      {state !== 'sent' && (
        <IconButton icon="close" label={`${hasEnded ? 'Dismiss' : 'Stop'} ${name}`} onClick={() => dropUpload(key)} />
      )}
    </FileRow>
  )
}

/** "64 % · 1.2 of 1.9 MB · about 20 s left" */
function progressOf({ state, sent, size, perSecond }: Uploading, online: boolean): ReactNode {
  if (state === 'waiting') return `${sizeOf(size)} · waits for its turn`
  const percent = <b>{Math.floor((100 * sent) / size)} %</b>
  if (state === 'paused' || !online) return <>{percent} · waits for the connection</>
  const left = perSecond > 0 ? Math.ceil((size - sent) / perSecond) : 0
  return (
    <>
      {percent} · {sizeOf(sent)} of {sizeOf(size)}
      {left > 0 && ` · about ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`}
    </>
  )
}

/** Said to readers: not every step, but what has begun and what did not go. */
function summaryOf(uploads: readonly Uploading[]): string {
  const unsent = uploads.filter(({ state }) => state !== 'sent' && state !== 'stopped' && state !== 'refused').length
  const stuck = uploads.filter(({ state }) => state === 'stopped' || state === 'refused')
  return [
    unsent > 0 && `${unsent === 1 ? 'One file is' : `${unsent} files are`} on the way.`,
    ...stuck.map(({ name, problem }) => `${name}: ${problem}`),
  ]
    .filter(Boolean)
    .join(' ')
}

const Buttons = styled.div({ display: 'flex', gap: 8 })
const Problem = styled.span({ color: token.danger })
const Bar = styled.div({
  height: 6,
  marginTop: 4,
  borderRadius: 3,
  background: token.barTrack,
  overflow: 'hidden',
  '& span': { display: 'block', height: '100%', background: token.barActual },
})
