import { must } from '#shared/lib/must.ts'
import { fc } from '#shared/testing/random.ts'
import { faultFates, unlessUnreachable, type FaultFate } from './processes.ts'
import { onMachineOf } from './simulated-sessions.ts'
import type { TestDevice, World } from './world.ts'

const lasts = ['before', 'sent', 'answered'] as const
/** What people do at once to one tasking: it is somebody else's the next moment, or not. */
const crowdVerbs = ['comment', 'edit', 'approve', 'deny', 'move', 'request'] as const

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
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('crowd' as const),
        devices: fc.array(device, { minLength: 2, maxLength: 4 }),
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

/** All of them do something and send it, each twice, and all of that arrives at the same moment; nobody hears an answer. */
export async function crowd(
  devices: readonly TestDevice[],
  work: (device: TestDevice) => Promise<void>,
): Promise<void> {
  const sent: (() => Promise<unknown>)[] = []
  for (const device of new Set(devices))
    await onMachineOf(device, async () => {
      await work(device)
      device.wire = (deliver) => {
        sent.push(deliver, deliver)
        return Promise.reject(new TypeError('the wire broke'))
      }
      await device.round()
    })
  await Promise.all(sent.map((deliver) => deliver().catch(unlessUnreachable)))
}
