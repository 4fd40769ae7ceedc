import { Dexie } from 'dexie'
import { useEffect, useEffectEvent, useState } from 'react'
import { dayIn, type Day } from '#shared/lib/day.ts'
import { contextAt } from '#shared/kernel/command.ts'
import { planOfQuery, type AnswerOf, type AnyQuery, type InputOf } from '#shared/kernel/query.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import { useDevice, type OpenDevice } from './device-context.tsx'
import { atHandOf, type AtHand } from './at-hand.ts'
import { nowOn, useNow } from './clock.ts'
import type { Device, DeviceMeta } from './device.ts'
import { useDisk } from './disk.ts'
import { makeReady, readForQuery } from './read-page.ts'
import { useLive } from './use-live.ts'
import { useObserved } from './use-observed.ts'

/**
 * Asks a question of this device's rows, and again whenever a row it looked at changes. Undefined until the first answer.
 * IndexedDB answers one question after the other, so what can wait is asked `when` the screen's own list is there.
 */
export function useQuery<Q extends AnyQuery>(query: Q, input: InputOf<Q>, when = true): AnswerOf<Q> | undefined {
  const open = useDevice()
  const today = useToday()
  const mayAsk = when && open.following === null
  return useLive(open.device, () => (mayAsk ? askDevice(open, query, input) : undefined), [
    query.name,
    JSON.stringify(input),
    open.user,
    today,
    mayAsk,
  ])
}

/** The same, each time it is looked at: what walks through thousands of rows would be asked anew for each of them that changes. */
export function useAnswer<Q extends AnyQuery>(query: Q, input: InputOf<Q>, when: boolean): AnswerOf<Q> | undefined {
  const open = useDevice()
  const today = useToday()
  const mayAsk = when && open.following === null
  const key = JSON.stringify([query.name, input, open.user.id, today])
  const [told, setTold] = useState<{ key: string; answer: AnswerOf<Q> }>()
  const ask = useEffectEvent(() => askDevice(open, query, input))
  useEffect(() => {
    if (!mayAsk) return
    let current = true
    // A database that is closed just now is asked with the next look.
    void ask().then(
      (answer) => current && setTold({ key, answer }),
      () => undefined,
    )
    return () => void (current = false)
  }, [key, mayAsk])
  return told?.key === key ? told.answer : undefined
}

/** The same, once. All reads see one moment. */
export function askDevice<Q extends AnyQuery>(
  { device, user, organisation }: Omit<OpenDevice, 'following'>,
  query: Q,
  input: InputOf<Q>,
): Promise<AnswerOf<Q>> {
  const context = contextAt(user, new Date(nowOn(device)).toISOString(), organisation)
  const plan = planOfQuery(query, input, context)
  // By Dexie's own promise, because only that leaves what follows within a live query.
  return Dexie.Promise.resolve(makeReady(device, plan.reads)).then(() =>
    device.transaction('r', syncedTableNames, async () => {
      const found = await readForQuery(device, plan)
      return query.answer(input, found, context) as AnswerOf<Q>
    }),
  )
}

/** The organisation's calendar day; turns over while a screen stays open. */
export function useToday(): Day {
  const { organisation } = useDevice()
  return dayIn(organisation.timeZone, new Date(useNow(60_000)).toISOString())
}

/** Anything else that lives in this device's database: the outbox, what needs attention, half-typed forms. */
export function useStored<T>(
  read: (device: Device) => Promise<T> | T,
  deps: unknown[] = [],
  when = true,
): T | undefined {
  const { device } = useDevice()
  return useLive(device, () => (when ? read(device) : undefined), [...deps, when])
}

/** What the whole screen hangs on, and small: read together, once for all who look, and what was read last is there at once. */
export function useMeta<K extends AtHand>(key: K): DeviceMeta[K] | undefined {
  const { device } = useDevice()
  const openings = useDisk((disk) => disk.openings)
  return useObserved(() => atHandOf(device, openings).of(key), [device, openings, key])
}
