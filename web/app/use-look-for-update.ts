import { useEffect, useRef } from 'react'
import { useMeta } from '../data/use-query.ts'
import { useKeptApp } from '../state/kept-app.ts'

const GAP_MS = 60_000

/** An app that the server calls too old, or older than its own, looks for the new one at once and with each contact, and not once an hour. */
export function useLookForUpdate(): void {
  const contact = useMeta('contact')
  const isOld = contact?.problem === 'update' || contact?.isOld === true
  const lookedAt = useRef(-Infinity)
  useEffect(() => {
    if (!isOld || performance.now() - lookedAt.current < GAP_MS) return
    lookedAt.current = performance.now()
    useKeptApp.getState().tryNow()
  }, [isOld, contact?.lastTry])
}
