import styled from '@emotion/styled'
import { useState, type ReactNode } from 'react'
import type { SealedCopy } from '#shared/protocol/courier.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { Notice } from '#web/parts/notice.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { sizeOf } from '#web/parts/size-of.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { useWaitingFiles } from '#web/parts/use-waiting-files.ts'
import { dateOf, timeOf } from '#web/parts/when.tsx'
import { sealable, sealQueue } from '#web/state/courier.ts'
import { foldRequests } from '#web/sync/fold-requests.ts'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'

/** The queue as a sealed file, for somebody who travels to a better link. It is sealed when it leaves, not when it is looked at. */
export function HandOverSheet({ onClose }: { onClose: () => void }) {
  const { device, user } = useDevice()
  const found = useStored(sealable)
  const files = useWaitingFiles()?.length ?? 0
  const now = useNow()
  const [sealed, setSealed] = useState<SealedCopy | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  if (!found) return null
  const why = fault ?? ('why' in found ? found.why : null)

  const hand = async (how: (file: File) => unknown) => {
    try {
      const copy = await sealQueue(device, user)
      if ('why' in copy) return setFault(copy.why)
      setSealed(copy)
      await how(fileOf(copy))
    } catch (error) {
      // Who closes the list of apps has handed it to nobody.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFault(notSealed)
    }
  }
  const canShare = navigator.canShare?.({ files: [shareable(new File([''], 'copy'))] }) ?? false
  return (
    <Sheet
      open
      onClose={onClose}
      title="Hand to a colleague"
      actions={
        !why && (
          <Actions>
            <Button
              size="large"
              icon="download"
              variant={canShare ? 'outlined' : 'contained'}
              onClick={() => void hand((file) => saveFile(file.name, file))}
            >
              Save file
            </Button>
            {canShare && (
              <Button
                size="large"
                icon="external"
                variant="contained"
                onClick={() => void hand((file) => navigator.share({ files: [shareable(file)] }))}
              >
                Share
              </Button>
            )}
          </Actions>
        )
      }
    >
      <Quiet>Somebody travels to a better link? Give them a sealed copy; their Fieldpost delivers it for you.</Quiet>
      {why ? (
        <Notice icon="info" title={why} />
      ) : (
        'calls' in found && (
          <>
            <File_>
              <Tile>
                <Icon name="lock" size={22} />
              </Tile>
              <span>
                <b>{nameOf(user.fullName, now)}</b>
                <small>{linesOf(sealed ?? { calls: found.calls })}</small>
              </span>
            </File_>
            <Promises>
              <Promise_ icon="lock">
                <b>Nobody but the server can read it.</b> Your colleague sees your name, the size and how many items it
                holds.
              </Promise_>
              <Promise_ icon="device">
                Everything stays here as well, until this device hears from the server itself. What is in the copy can
                no longer be taken back.
              </Promise_>
              {files > 0 && (
                <Promise_ icon="paperclip">
                  {files === 1 ? 'The file that waits is' : `The ${files} files that wait are`} not in it. Files go from
                  this device alone, when it has a connection.
                </Promise_>
              )}
              <Promise_ icon="refresh">If it arrives twice, it counts once: as yours, carried by them.</Promise_>
            </Promises>
          </>
        )
      )}
    </Sheet>
  )
}

const notSealed =
  'The copy could not be made on this device. What waits stays here and goes out when there is a connection.'

function linesOf(it: SealedCopy | { calls: { name: string; input: unknown }[] }): string {
  if ('calls' in it) {
    const characters = JSON.stringify(it.calls).length
    return `${countOf(foldRequests(it.calls).length, 'item')} · about ${sizeOf(characters)}`
  }
  const { items, saved } = it.head
  return `${countOf(items, 'item')} · ${sizeOf(JSON.stringify(it).length)} · sealed ${timeOf(saved)}`
}

const nameOf = (person: string, at: number): string =>
  `${`${person} ${dateOf(at).split(',')[0] ?? ''}`.replace(/[^\p{L}\p{N}]+/gu, '-')}.fieldpost`
const fileOf = (copy: SealedCopy): File =>
  new File([JSON.stringify(copy)], nameOf(copy.head.owner.name, Date.parse(copy.head.saved)))
/** Browsers share kinds of files that they know. */
const shareable = (file: File): File => new File([file], `${file.name}.txt`, { type: 'text/plain' })

function Promise_({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </li>
  )
}

const Quiet = styled.p({ color: token.text2 })
const File_ = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  margin: '16px 0',
  padding: 12,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.primarySoft,
  '& > span:last-of-type': { minWidth: 0 },
  '& b': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& small': { color: token.text2, ...textSize.small, fontVariantNumeric: 'tabular-nums' },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 40,
  height: 40,
  borderRadius: radius.control,
  background: token.surface,
  color: token.primary,
})
const Promises = styled.ul({
  display: 'grid',
  gap: 12,
  '& > li': { display: 'flex', gap: 12 },
  '& svg': { color: token.text2 },
})
const Actions = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  width: '100%',
  '& > button': { flex: '1 1 120px' },
  [media.desktop]: { justifyContent: 'flex-end', '& > button': { flex: 'none' } },
})
