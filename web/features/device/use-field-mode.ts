import { useDevice } from '../../data/device-context.tsx'
import { onDisk } from '../../data/disk.ts'
import { useMeta } from '../../data/use-query.ts'
import { useEngine } from '../../sync/engine-context.tsx'

/** Field Mode and its switch. Switched off, what has waited goes out at once. */
export function useFieldMode(): [on: boolean, set: (on: boolean) => Promise<void>] {
  const { device } = useDevice()
  const engine = useEngine()
  const on = useMeta('fieldMode') ?? false
  const set = async (next: boolean) => {
    await onDisk(device, () => device.set('fieldMode', next))
    if (!next) engine.ask()
  }
  return [on, set]
}
