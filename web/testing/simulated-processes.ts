import { must } from '#shared/lib/must.ts'
import { fc } from '#shared/testing/random.ts'
import { faultFates, unlessUnreachable, type FaultFate } from './processes.ts'
import { onMachineOf } from './simulated-sessions.ts'
import type { TestDevice, World } from './world.ts'

const lasts = ['before', 'sent', 'answered'] as const
/** What people do at once to one tasking: it is somebody else's the next moment, or not. */
const crowdVerbs = ['comment', 'edit', 'edit', 'approve', 'deny', 'move', 'request'] as const

export type ProcessStep =
  | { kind: 'process'; process: number; fate: 'restarts' | 'goes-on' }
  | {
      kind: 'fault'
      device: number
      process: number
      fate: FaultFate
      at: number
      last: (typeof lasts)[number]
      sends: 'round' | 'files'
    }
  | { kind: 'crowd'; devices: number[]; verb: (typeof crowdVerbs)[number]; pick: number }

const process = fc.nat(3)
export const processStepsOver = (device: fc.Arbitrary<number>): fc.Arbitrary<ProcessStep> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('process' as const),
        process,
        fate: fc.constantFrom('restarts' as const, 'goes-on' as const),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('fault' as const),
        ...{ device, process },
        fate: fc.constantFrom(...faultFates),
        at: fc.integer({ min: 1, max: 24 }),
        last: fc.constantFrom(...lasts),
        sends: fc.constantFrom('round' as const, 'round' as const, 'files' as const),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('crowd' as const),
        devices: fc.array(device, { minLength: 3, maxLength: 4 }),
        verb: fc.constantFrom(...crowdVerbs),
        pick: fc.nat(50),
      }),
    },
  )

type StepOf<K extends ProcessStep['kind']> = Extract<ProcessStep, { kind: K }>

export const changeProcess = async ({ processes }: World, { process, fate }: StepOf<'process'>): Promise<void> =>
  fate === 'restarts' ? must(processes).restart(process) : must(processes).goOn(process)

/** A device asks a process with which something happens at one of the next statements; if it asks too little, to whoever asks next. */
export async function meetFault(
  { processes }: World,
  device: TestDevice,
  { process, fate, at, last, sends }: StepOf<'fault'>,
): Promise<void> {
  await must(processes).meet(process, fate, { at, last })
  must(processes).choose(process)
  device.wire = (deliver) => deliver()
  await (sends === 'round' ? device.round() : device.sendFiles())
}

/**
 * All of them do something and send it, each twice, and all of that arrives at the same moment, while the last of them reads until it is
 * over. Only that one stands at its machine: whose session has ended hears of it another time.
 */
export async function crowd(
  all: readonly TestDevice[],
  work: (device: TestDevice, at: number) => Promise<void>,
): Promise<void> {
  const reader = must(all.at(-1))
  const gate: { open: () => void } = { open: () => undefined }
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  const playing: Promise<unknown>[] = []
  const writers = [...new Set(all.filter((one) => one !== reader))]
  for (const [at, device] of writers.entries())
    await onMachineOf(device, async () => {
      await work(device, at)
      await new Promise<void>((isReady) => {
        device.wire = async (deliver) => {
          isReady()
          await opened
          const [answer] = await Promise.all([deliver(), deliver().catch(unlessUnreachable)])
          if (answer.status === 401) throw new TypeError('the wire broke')
          return answer
        }
        const played = device.round().then(
          () => null,
          (error: unknown) => error,
        )
        void played.finally(isReady)
        playing.push(played)
      })
    })
  await onMachineOf(reader, async () => {
    let isOver = false
    reader.wire = (deliver) => deliver()
    gate.open()
    const ended = Promise.all(playing).finally(() => (isOver = true))
    while (!isOver) await reader.round()
    const fault = (await ended).find((error) => error instanceof Error)
    if (fault) throw fault
  })
}
