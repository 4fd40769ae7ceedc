import styled from '@emotion/styled'
import { useState } from 'react'
import { removeFile } from '#shared/commands/file-facts.ts'
import * as messages from '#shared/model/messages.ts'
import type { File } from '#shared/model/project.ts'
import { verdictOn } from '#shared/rules/abilities.ts'
import { isText, pathOfFile } from '#shared/rules/files.ts'
import type { Device } from '../data/device.ts'
import { useDevice } from '../data/device-context.tsx'
import { useStored } from '../data/use-query.ts'
import { onDemand, pagePart } from '../ui/on-demand.tsx'
import { fetchFile } from '../net/fetch-file.ts'
import { useSession } from '../session/session.ts'
import { pin, pinnedBytes, unpin, usePinned } from '../state/pinned-files.ts'
import { useOnline } from '../state/use-online.ts'
import { media, radius, token } from '../theme/tokens.ts'
import { Button } from '../ui/button.tsx'
import { CountBadge } from '../ui/chip.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../state/toasts.ts'
import type { AttachFilesProps } from './attach-files.tsx'
import { AttachRoom } from './attach-zone.tsx'
import { Delivery } from './delivery.tsx'
import { FileRow, FileWords } from './file-row.tsx'
import { FileTile } from './file-tile.tsx'
import { saveFile } from './save-file.ts'
import { sizeOf } from './size-of.ts'
import { useTakeBack } from '../state/second-copy.ts'
import { unbroken } from './unbroken.tsx'
import { useAct } from './use-act.ts'
import { useBusy } from './use-busy.ts'
import { useSaving } from './use-saving.ts'
import { comingOf, useWaitingFiles } from './use-waiting-files.ts'
import { dateOf } from './when.tsx'

/** Whoever only reads waits for none of it; its room is kept. */
const AttachFiles = pagePart<AttachFilesProps>(
  () => import('./attach-files.tsx').then((part) => part.AttachFiles),
  AttachRoom,
)

const TextDialog = onDemand(() => import('./text-dialog.tsx').then((part) => part.TextDialog))

type Listed = File & { createdBy?: string }

export interface FilesPanelProps {
  place: AttachFilesProps['place']
  requestId?: number
  files: readonly Listed[]
  /** What can still be brought back (C-026). */
  removed?: readonly File[]
  /** Else there are more than are here, and they are not counted. */
  isWhole?: boolean
}

/** What is attached to a tasking or a draft, and the way to attach more: everybody's who sees the place, a closed one too. */
export function FilesPanel({ place, requestId, files, removed = [], isWhole = true }: FilesPanelProps) {
  const mayDelete = useMayDelete()
  const [isShown, setShown] = useState(false)
  const gone = removed.filter(mayDelete)
  const here = useWaitingFiles({ ...(requestId ? { requestId } : {}), ...place })
  // What waits on this device stands below, with its progress.
  const coming = here ? comingOf(files, here) : []
  const listed = files.filter((file) => file.stored || coming.includes(file))
  return (
    <Panel title="Files" meta={isWhole && files.length > 0 && <CountBadge count={files.length} />}>
      <ul>
        {listed.map((file) => (
          <FileRow key={file.id}>
            <FileTile file={file} />
            <FileWords name={file.stored && isText(file.type) ? <Read file={file} /> : file.name}>
              {sizeOf(file.size)} · {!file.stored && 'on its way '}
              {file.createdBy && (
                <>
                  {!file.stored && 'from '}
                  <Whole>{file.createdBy}</Whole>
                  {' · '}
                </>
              )}
              {!file.stored && 'since '}
              <Whole>{dateOf(file.createDate)}</Whole>
              {file.stored && <Keep file={file} />}
            </FileWords>
            <Delivery table="files" id={file.id} />
            {file.stored && <Download file={file} />}
            {mayDelete(file) && <Remove file={file} />}
          </FileRow>
        ))}
      </ul>
      <AttachFiles place={place} files={files} {...(requestId ? { requestId } : {})} />
      {gone.length > 0 && (
        <Button variant="text" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {gone.length === 1 ? 'One file was removed' : `${gone.length} files were removed`}
        </Button>
      )}
      {isShown && gone.length > 0 && (
        <ul aria-label="Removed files">
          {gone.map((file) => (
            <FileRow key={file.id}>
              <FileTile file={file} />
              <FileWords name={file.name}>
                {unbroken(`Removed ${dateOf(file.removedDate ?? '')} · kept for 30 days`)}
              </FileWords>
              <Delivery table="files" id={file.id} />
              <Restore file={file} />
            </FileRow>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function useMayDelete(): (file: File) => boolean {
  const { user: actor, organisation } = useDevice()
  return (file) => verdictOn('deleteFile', file, { actor, organisation }) === null
}

const useToken = () => useSession(({ session }) => (session?.alive ? session.token : undefined))

/** For reading without a connection: the server's bytes, kept on this device until they are let go of. */
function Keep({ file }: { file: File }) {
  const { device } = useDevice()
  const online = useOnline()
  const session = useToken()
  const ids = usePinned((pinned) => pinned.ids)
  const [busy, setBusy] = useState(false)
  if (!ids) return null
  const isKept = ids.has(file.id)
  async function change() {
    if (isKept) return unpin(device, [file.id])
    if (!session) return
    setBusy(true)
    const problem = await pin(device, file, session).finally(() => setBusy(false))
    if (problem) toast(problem, { variant: 'error' })
  }
  if (busy) return <> · being fetched, {sizeOf(file.size)}</>
  if (!isKept && (!online || !session)) return null
  return (
    <>
      {isKept && ' · on this device'}
      <Dot> · </Dot>
      <InLine
        type="button"
        aria-label={isKept ? `Remove ${file.name} from this device` : `Keep ${file.name} on this device`}
        onClick={() => void change().catch(() => toast(messages.failed, { variant: 'error' }))}
      >
        {isKept ? 'Remove from it' : 'Keep on this device'}
      </InLine>
    </>
  )
}

/** A person or a day: on one line wherever they have room there. */
const Whole = styled.span({ display: 'inline-block', maxWidth: '100%' })
const Dot = styled.span({ [media.phone]: { display: 'none' } })
const InLine = styled.button({
  position: 'relative',
  borderRadius: radius.chip,
  color: token.primary,
  fontWeight: 500,
  [media.phone]: { display: 'block' },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-14px -8px' } },
})

/** The server's bytes: of what is kept here, and as long as nobody knows whether it is, without asking it. */
function useBytesOf(file: File) {
  const { device } = useDevice()
  const online = useOnline()
  const session = useToken()
  const isKept = usePinned(({ ids }) => ids?.has(file.id))
  return {
    mayNot: !isKept && (!online || !session),
    read: async () => {
      const kept = isKept === false ? null : await pinnedBytes(device, file.id).catch(() => null)
      return kept ?? (session ? await fetchFile(pathOfFile(file), session) : messages.fileUnreachable)
    },
  }
}

/** By its name. */
function Read({ file }: { file: File }) {
  const { mayNot, read } = useBytesOf(file)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayNot ? (
        file.name
      ) : (
        <NameLink type="button" aria-label={`Read ${file.name}`} onClick={() => setOpen(true)}>
          {file.name}
        </NameLink>
      )}
      {isOpen && <TextDialog file={file} read={read} onClose={() => setOpen(false)} />}
    </>
  )
}

const NameLink = styled.button({
  position: 'relative',
  borderRadius: radius.chip,
  color: token.primary,
  font: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
  // Up and to the sides: what is kept has its own press below.
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-16px -8px -8px' } },
})

function Download({ file }: { file: File }) {
  const { mayNot, read } = useBytesOf(file)
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const got = await read()
    setBusy(false)
    if (typeof got === 'string') toast(got, { variant: 'error' })
    else saveFile(file.name, got)
  }
  return (
    <IconButton
      icon="download"
      label={`Download ${file.name}`}
      {...(mayNot ? { title: 'Files are downloaded while you are connected' } : {})}
      disabled={mayNot || busy}
      aria-busy={busy}
      onClick={() => void download()}
    />
  )
}

/** It can be brought back for 30 days, so the question is the usual one. */
function Remove({ file: { id, name } }: { file: File }) {
  const remove = useAct(removeFile)
  const [asking, setAsking] = useState(false)
  async function carryOut() {
    setAsking(false)
    await remove(() => ({ id }), { undoable: `Deleted ${name}` })
  }
  return (
    <>
      <IconButton icon="trash" label={`Delete ${name}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void carryOut()}
        title={`Delete ${name}`}
        text={messages.deleteQuestion}
        confirmLabel="Delete"
      />
    </>
  )
}

/** A removal that has not been on the wire is taken back, also without a connection; one that has been is undone by the server. */
function Restore({ file: { id, name } }: { file: File }) {
  const { online, save } = useSaving()
  const takeBack = useTakeBack()
  const unsent = useStored((device) => removalOf(device, id), [id])
  const { busy, run } = useBusy()
  const restore = () =>
    run(async () => {
      if (unsent && (await takeBack(unsent.id))) return
      const { refusal } = await save({
        ...{ method: 'POST', path: `projects/files/${id}/restore`, body: undefined },
        ...{ afterQueue: true, mayRepeat: true },
      })
      if (refusal) toast(refusal.message ?? messages.failed, { variant: 'error' })
    })
  const mayNow = online || unsent !== undefined
  return (
    <Button
      size="small"
      icon="undo"
      loading={busy}
      disabled={!mayNow}
      {...(mayNow ? {} : { title: 'You can do this while you are connected' })}
      aria-label={`Bring back ${name}`}
      onClick={() => void restore()}
    >
      Bring back
    </Button>
  )
}

const removalOf = (device: Device, id: number) =>
  device.outbox
    .where('touches')
    .equals(`files:${id}`)
    .filter((call) => call.name === removeFile.name && call.firstSent === 0)
    .first()
