import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Command } from '#shared/kernel/command.ts'
import type { Reads } from '#shared/kernel/reads.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import type { Device, JudgedCall } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import { useDevice } from '../data/device-context.tsx'
import { dropCopy } from '../session/beside.ts'
import { createEngine, type Engine } from './engine.ts'
import { hold } from './hold.ts'
import { performOnDisk } from './perform-on-disk.ts'
import { withdraw } from './perform.ts'

const EngineContext = createContext<Engine | null>(null)

/** It sends and listens from when on it may. */
export function EngineProvider({ device, when, children }: { device: Device; when: boolean; children: ReactNode }) {
  const engine = useMemo(() => createEngine(device), [device])
  useEffect(() => (when ? engine.start() : undefined), [engine, when])
  return <EngineContext value={engine}>{children}</EngineContext>
}

export const useEngine = (): Engine => must(use(EngineContext), 'an engine above this component')

export function useIsLive(): boolean {
  const engine = useEngine()
  return useSyncExternalStore(
    (listener) => engine.onLive(listener),
    () => engine.isLive(),
  )
}

/** Performs a command on this device and asks for a round; an undoable one is held first. The refusal, if any, comes back as a value. */
export function useCommand<I, R extends Reads, F extends Reads>(command: Command<I, R, F>) {
  const { device, user, organisation } = useDevice()
  const engine = useEngine()
  return useCallback(
    async (
      input: (newId: () => number) => I,
      {
        undoable = false,
        ...options
      }: {
        undoable?: boolean
        errors?: readonly FieldError[]
        also?: (() => PromiseLike<unknown>) | undefined
      } = {},
    ) => {
      const performed = await performOnDisk(device, { user, organisation }, command, input, {
        ...options,
        ...(undoable ? { hold } : {}),
      })
      if (!performed.refusal && performed.call) engine.ask()
      return performed
    },
    [command, device, engine, user, organisation],
  )
}

/** Takes back a call that has not been on the wire; null when it is too late. */
export function useWithdraw() {
  const { device, user, organisation } = useDevice()
  return useCallback(
    async (callId: string) => {
      // First, so that a copy can never bring back what a person has withdrawn; it is made anew when the queue has changed.
      await dropCopy(device.name).catch(() => undefined)
      return onDisk(device, () => withdraw(device, { user, organisation }, callId))
    },
    [device, user, organisation],
  )
}

/** The server's verdict on a call, when it comes within `ms`; null otherwise. */
export async function verdictWithin(device: Device, callId: string, ms: number): Promise<JudgedCall | null> {
  const end = performance.now() + ms
  for (;;) {
    const judged = await device.judged.get(callId)
    if (judged || performance.now() > end) return judged ?? null
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
