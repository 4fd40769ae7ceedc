import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { Command } from '#shared/kernel/command.ts'
import type { Reads } from '#shared/kernel/reads.ts'
import type { FieldError } from '#shared/kernel/refusal.ts'
import { must } from '#shared/lib/must.ts'
import type { AttentionItem, Device } from '../data/device.ts'
import { useDevice } from '../data/device-context.tsx'
import { createEngine, type Engine } from './engine.ts'
import { hold } from './hold.ts'
import { performOnDisk } from './perform-on-disk.ts'

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
        replaces?: (() => PromiseLike<AttentionItem[]>) | undefined
      } = {},
    ) => {
      const performed = await performOnDisk(device, { user, organisation }, command, input, {
        ...options,
        ...(undoable ? { hold } : {}),
      })
      if (!performed.refusal && performed.call) engine.ask({ kept: true })
      return performed
    },
    [command, device, engine, user, organisation],
  )
}
