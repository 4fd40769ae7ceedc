import { useEffect } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { readMarker, writeMarker } from '../session/beside.ts'
import { toast } from '../state/toasts.ts'
import { thrownAwayWords } from './thrown-away-words.ts'

/** Says what this browser threw away and what came back, at every start until the person has said that it is read. */
export function ThrownAway(): null {
  const { device } = useDevice()
  useEffect(() => {
    const { thrownAway } = readMarker(device.name) ?? {}
    if (!thrownAway) return
    return toast(thrownAwayWords(thrownAway, true), {
      variant: 'warning',
      duration: null,
      actions: [{ label: 'OK', onClick: () => forget(device.name) }],
    })
  }, [device])
  return null
}

function forget(database: string): void {
  const { items, texts } = readMarker(database) ?? { items: 0, texts: 0 }
  writeMarker(database, { items, texts })
}
