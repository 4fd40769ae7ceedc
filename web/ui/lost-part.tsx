import styled from '@emotion/styled'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { IconButton } from './icon-button.tsx'
import { reloadNewest, reloadOnce, versionAtServer } from './newer-version.ts'
import { backOff, pause } from './pause.ts'
import { radius, token } from './tokens.ts'

export interface LostProps<Props> {
  load: () => Promise<unknown>
  /** The part is here and can be shown. */
  onArrived: () => void
  /** What the part itself would have been given. */
  props: Props
}

/** In place of a page that did not arrive. */
export function LostPage(lost: LostProps<object>) {
  const { text, actions } = useLost(lost)
  return (
    <div role="alert">
      <EmptyState heading="This page is not here yet" text={text} action={<Actions>{actions}</Actions>} />
    </div>
  )
}

/** What can stand at the foot of the screen when it does not arrive: a dialog, a menu. */
export interface Closable {
  open?: boolean
  onClose: () => void
}

export function LostNote(lost: LostProps<Closable>) {
  const { text, actions } = useLost(lost)
  const { open = true, onClose } = lost.props
  if (!open) return null
  return createPortal(
    <Note role="alert">
      <span>{text}</span>
      {actions}
      <IconButton icon="close" label="Close" onClick={onClose} />
    </Note>,
    document.body,
  )
}

/**
 * Goes on asking for a lost part: after a while, when the link or the person comes back, on *Try again*. Some browsers
 * remember a failed import for as long as the page lives, and after an update the file may be gone for good. So when our
 * server can be heard and the part still does not come, a reload is offered.
 */
export function useLost({ load, onArrived }: Pick<LostProps<object>, 'load' | 'onArrived'>) {
  const [trying, setTrying] = useState(false)
  const [server, setServer] = useState<'newer' | 'same' | 'unknown'>('unknown')

  const attempt = async () => {
    const arrived = await load().then(
      () => true,
      () => false,
    )
    if (arrived) onArrived()
    else setServer(await versionAtServer())
    return arrived
  }
  useAgain(attempt)
  useEffect(() => {
    if (server === 'newer') void reloadOnce()
  }, [server])

  const tryAgain = async () => {
    setTrying(true)
    await attempt()
    setTrying(false)
  }
  return {
    tryAgain: () => void tryAgain(),
    text: texts[server],
    actions: (
      <>
        {server !== 'unknown' && (
          <Button variant={server === 'newer' ? 'contained' : 'outlined'} onClick={() => void reloadNewest()}>
            Reload
          </Button>
        )}
        {server !== 'newer' && (
          <Button variant="contained" loading={trying} loadingLabel="Trying…" onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
      </>
    ),
  }
}

/** Again and again with growing waits, until it succeeds or nobody shows it any more. */
function useAgain(attempt: () => Promise<boolean>): void {
  const tryOnce = useEffectEvent(attempt)
  useEffect(() => {
    let isOver = false
    let wait = pause(0)
    const goOn = async () => {
      for (let failures = 2; ; failures++) {
        wait = pause(backOff(failures), 'online', 'visible')
        await wait.over
        if (isOver || (await tryOnce())) return
      }
    }
    void goOn()
    return () => {
      isOver = true
      wait.end()
    }
  }, [])
}

const texts = {
  unknown: 'A part of Fieldpost did not arrive. It is asked for again as soon as there is a connection.',
  same: 'A part of Fieldpost did not arrive. It is asked for again by itself; if it does not come, reload.',
  newer: 'There is a new version of Fieldpost. Reload to go on with it.',
}

const Actions = styled.span({ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
const Note = styled.div({
  position: 'fixed',
  zIndex: 1400,
  left: 16,
  right: 16,
  bottom: 'calc(16px + env(safe-area-inset-bottom))',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  maxWidth: 560,
  margin: '0 auto',
  padding: '8px 8px 8px 14px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  color: token.text,
  boxShadow: token.shadowMenu,
  '& > span:first-of-type': { flex: '1 1 100%' },
})
