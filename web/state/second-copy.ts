import { useCallback, useEffect, useState } from 'react'
import { within } from '../data/within.ts'
import { useDevice } from '../data/device-context.tsx'
import type { AttentionItem, Device, FormDraft, QueuedCall } from '../data/device.ts'
import { onDisk, useDisk } from '../data/disk.ts'
import { useStored } from '../data/use-query.ts'
import { readCopy, readMarker, writeMarker, type SecondCopy } from '../session/beside.ts'
import { dropCopy, writeCopy } from '../session/write-beside.ts'
import { foldRequests } from '../sync/fold-requests.ts'
import { dropPinned } from '../sync/forget.ts'
import { alone } from '../sync/lock.ts'
import { withdraw, type Actor } from '../sync/perform.ts'

/**
 * A browser that runs short of room may throw a whole database away. So what has not been sent lies a second time beside it, as one
 * picture of queue, attention, half-typed texts and identity at one moment.
 *
 * A database is new until it has taken back what lies beside it (`hasCopy`); from then on it alone is right, and the copy only
 * follows it. So nothing that was judged, withdrawn or deleted ever comes back from a copy.
 */
export const settleCopy = (device: Device): Promise<void> =>
  alone(lockOf(device), async () => {
    let picture = await readPicture(device)
    if (!picture.hasCopy) {
      if (!(await putBack(device))) return
      picture = await readPicture(device)
    }
    await copyAnew(device.name, picture.copy)
  })

/** Deletes the database with all that lies beside it; the copy first, or it would come back from there. */
export const removeEverything = (device: Device): Promise<void> =>
  alone(lockOf(device), async () => {
    await dropCopy(device.name)
    await dropPinned(device.name)
    writeMarker(device.name, null)
    device.isRemoved = true
    await device.delete()
  })

/** One tab at a time, so that no older picture is laid over a newer one. */
const lockOf = (device: Device): string => `fieldpost-copy-${device.name}`

/**
 * Gives a new database the queue of the one that is gone, under the number it had: the server knows what it has judged of it, and
 * takes the rest. Where a worker has already had a number granted, the old one takes its place. False while calls wait that were made since:
 * two numbers do not go in one queue, and it is looked at again when they have gone.
 */
async function putBack(device: Device): Promise<boolean> {
  const marker = readMarker(device.name)
  // Where something lay, one that cannot be read now is looked at again: taken for none it would be dropped.
  const none = (error: unknown) => {
    if (marker?.items) throw error
    return null
  }
  const copy = await readCopy(device.name).catch(none)
  const forms = (copy?.forms ?? []) as FormDraft[]
  let textsBack = 0
  const isDone = await device.transaction(
    'rw',
    [device.outbox, device.attention, device.judged, device.forms, device.meta],
    async () => {
      if (copy && copy.calls.length + copy.attention.length > 0) {
        if ((await device.outbox.count()) > 0) return false
        await device.attention.bulkPut(copy.attention as AttentionItem[])
        if (copy.calls.length > 0) await takeUpQueue(device, copy)
      }
      // What is typed by now stays.
      const typed = await device.forms.toArray()
      await device.forms.bulkPut([...forms, ...typed])
      textsBack = (await device.forms.count()) - typed.length
      await device.set('hasCopy', true)
      return true
    },
  )
  if (isDone && (marker || copy)) {
    const back = copy?.items ?? 0
    const lost = { items: Math.max(marker?.items ?? 0, back), texts: Math.max(0, (marker?.texts ?? 0) - forms.length) }
    writeMarker(device.name, { ...lost, thrownAway: { ...lost, back, textsBack } })
  }
  return isDone
}

async function takeUpQueue(device: Device, { identity, epoch, calls }: SecondCopy): Promise<void> {
  const position = await device.get('position')
  await device.judged.clear()
  // Nobody knows whether it has been on the wire: only the server can say what became of it.
  const more = { touches: [], held: false, firstSent: Date.now(), attempts: 0 }
  await device.outbox.bulkAdd(calls.map((call): QueuedCall => ({ ...call, ...more })))
  await device.set('identity', identity)
  await device.set('position', { ...position, judged: Math.min(...calls.map(({ seq }) => seq)) - 1, epoch })
}

async function copyAnew(name: string, copy: SecondCopy): Promise<void> {
  writeMarker(name, { ...readMarker(name), items: copy.items + copy.files, texts: copy.forms.length })
  if (copy.items + copy.forms.length === 0) return dropCopy(name)
  await writeCopy(name, copy)
}

const readPicture = (device: Device): Promise<{ hasCopy: boolean; copy: SecondCopy }> =>
  device.transaction('r', [device.outbox, device.attention, device.forms, device.uploads, device.meta], async () => {
    const { cursor, epoch = '' } = await device.get('position')
    const calls = await device.outbox.orderBy('seq').toArray()
    const attention = await device.attention.toArray()
    const copy = {
      identity: await device.get('identity'),
      epoch: cursor?.split('.')[0] ?? epoch,
      calls: calls.map(({ seq, id, name, version, input, at }) => ({
        ...{ seq, id, name, input, at },
        ...(version && { version }),
      })),
      attention,
      items: foldRequests(calls).length + attention.length,
      files: await device.uploads.count(),
      forms: await device.forms.toArray(),
    }
    return { hasCopy: (await device.get('hasCopy')) ?? false, copy }
  })

/** Nobody waits longer for a copy: what it is a copy of is on the disk. */
const LONGEST_MS = 2_000
export const copied = (device: Device): Promise<unknown> =>
  within(
    LONGEST_MS,
    settleCopy(device).catch(() => undefined),
    () => undefined,
  )

/**
 * Takes back a call that has not been on the wire; null when it is too late. The copy goes first, so that it can never bring back what a person has
 * withdrawn, and is made anew of what the queue is then; one that this database has not taken back yet knows nothing of the call.
 */
export async function takeBack(device: Device, actor: Actor, callId: string): Promise<QueuedCall | null> {
  if (await device.get('hasCopy').catch(() => true)) await dropCopy(device.name).catch(() => undefined)
  try {
    return await onDisk(device, () => withdraw(device, actor, callId))
  } finally {
    await copied(device)
  }
}

export function useTakeBack() {
  const { device, user, organisation } = useDevice()
  return useCallback((callId: string) => takeBack(device, { user, organisation }, callId), [device, user, organisation])
}

/**
 * Keeps the copy as long as somebody is signed in. False until what lay beside a new database is in it: no round before that. One that has taken
 * it back has its copy from before, and makes it anew once it `mayCopy`.
 */
export function useSecondCopy(mayCopy: boolean): boolean {
  const { device } = useDevice()
  const [isSettled, setSettled] = useState(false)
  const [isNew, setNew] = useState(false)
  const openings = useDisk((disk) => disk.openings)
  const picture = useStored((own) => readPicture(own).then((now) => JSON.stringify(now)), [], isNew || mayCopy)
  useEffect(() => {
    let isCurrent = true
    // Where nobody can say, nobody waits either.
    const asked = device.get('hasCopy').catch(() => true)
    void within(LONGEST_MS, asked, () => true).then((hasCopy) => {
      if (isCurrent) (hasCopy ? setSettled : setNew)(true)
    })
    return () => void (isCurrent = false)
  }, [device, openings])
  useEffect(() => {
    if (picture === undefined) return
    let isCurrent = true
    void copied(device).then(() => isCurrent && setSettled(true))
    return () => void (isCurrent = false)
  }, [device, openings, picture])
  return isSettled
}
