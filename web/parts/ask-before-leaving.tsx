import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  createPath,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  type Navigator,
} from 'react-router-dom'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface AskBeforeLeavingProps {
  /** Something is typed that is not saved. */
  isTyped: boolean
  /** Throws it away, for good. */
  onDiscard: () => PromiseLike<unknown>
}

/**
 * Asks before a link or a button leads away from words that are not saved. Nothing is lost without an answer: they are kept on the device, also
 * when the browser's own back leads away or the page is closed, which cannot be asked about (decision 046).
 */
export function AskBeforeLeaving({ isTyped, onDiscard }: AskBeforeLeavingProps) {
  const { navigator } = use(NavigationContext)
  const { pathname } = useLocation()
  const [goOn, setGoOn] = useState<{ run: () => void } | null>(null)
  const ask = useEffectEvent((target: string | null, run: () => void) => {
    if (isTyped && target !== pathname) setGoOn({ run })
    else run()
  })
  useEffect(() => guarded(navigator, (target, run) => ask(target, run)), [navigator])

  const stay = () => setGoOn(null)
  const leave = () => {
    stay()
    goOn?.run()
  }
  return (
    <Dialog
      open={goOn !== null}
      onClose={stay}
      title="Leave without saving?"
      width={480}
      actions={
        <>
          <Button variant="danger" onClick={() => void Promise.resolve(onDiscard()).finally(leave)}>
            Discard
          </Button>
          <Button onClick={leave}>Leave, keep it here</Button>
          {/* No submit: a dialog's own would reach the form around it. */}
          <Button variant="contained" onClick={stay}>
            Stay
          </Button>
        </>
      }
    >
      <p>What you typed is not saved. It can be kept on this device until you come back to this form.</p>
    </Dialog>
  )
}

type Ask = (target: string | null, run: () => void) => void

/**
 * The router has no guard of its own here: `useBlocker` needs one of its data routers. `ask` gets the path that is asked for, null for a step
 * back or on. @returns what takes the guard away
 */
function guarded(navigator: Navigator, ask: Ask): () => void {
  const { push, replace, go } = navigator
  const guard =
    (lead: Navigator['push']): Navigator['push'] =>
    (to, ...more) => {
      const { pathname } = new URL(typeof to === 'string' ? to : createPath(to), location.href)
      ask(pathname, () => lead.call(navigator, to, ...more))
    }
  const back: Navigator['go'] = (delta) => ask(null, () => go.call(navigator, delta))
  Object.assign(navigator, { push: guard(push), replace: guard(replace), go: back })
  return () => {
    Object.assign(navigator, { push, replace, go })
  }
}
