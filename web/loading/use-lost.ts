import { useEffect, useEffectEvent, useState } from 'react'
import { newestVersion, reloadOnce } from './newer-version.ts'
import { backOff, pause } from './pause.ts'

export interface LostProps<Props> {
  load: () => Promise<unknown>
  /** The part is here and can be shown. */
  onArrived: () => void
  /** What the part itself would have been given. */
  props: Props
}

/**
 * Goes on asking for a lost part: after a while, when the link or the person comes back, on *Try again*. Some browsers
 * remember a failed import for as long as the page lives, and after an update the file may be gone for good. So when our
 * server can be heard, or this device holds a newer version, and the part still does not come, a reload is offered.
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
    else setServer(await newestVersion())
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
  return { server, text: texts[server], trying, tryAgain: () => void tryAgain() }
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
