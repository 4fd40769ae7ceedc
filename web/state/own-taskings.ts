import { useState } from 'react'
import { useStored } from '../data/use-query.ts'

export interface OwnTaskings {
  /** Taskings that this device has changed while the screen is open, those that were undone among them. */
  ever: ReadonlySet<number>
  /** Those whose change still waits to be judged. */
  waiting: ReadonlySet<number>
  /** Those of them that only this device has. */
  made: ReadonlySet<number>
}

export function useOwnTaskings(): OwnTaskings {
  const now = useStored((device) =>
    device.transaction('r', device.outbox, device.kept, async () => {
      const waiting = idsIn((await device.outbox.toArray()).flatMap((call) => call.touches))
      const kept = await device.kept.where('key').startsWith('projects:').toArray()
      return { waiting: new Set(waiting), made: new Set(idsIn(kept.filter(({ row }) => !row).map(({ key }) => key))) }
    }),
  )
  const [ever, setEver] = useState<ReadonlySet<number>>(none)
  const { waiting = none, made = none } = now ?? {}
  if ([...waiting].some((id) => !ever.has(id))) setEver(new Set([...ever, ...waiting]))
  return { ever, waiting, made }
}

const none: ReadonlySet<number> = new Set()
const idsIn = (rows: string[]): number[] =>
  rows.filter((row) => row.startsWith('projects:')).map((row) => Number(row.split(':')[1]))
