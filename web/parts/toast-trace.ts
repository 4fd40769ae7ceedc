import { useEffect } from 'react'
import { nowOn } from '../data/clock.ts'
import { useDevice } from '../data/device-context.tsx'
import type { Device, Said } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import { useAppNames } from '../theme/app-names.ts'
import { useToasts } from '../state/toasts.ts'

const MOST = 50
const KEPT_MS = 7 * 24 * 3_600_000
const SAME_MS = 5 * 60_000

/** An error that was said in a toast, wherever in the app, is in the inbox of this device for a week: toasts go, also while nobody looks. */
export function ToastTrace(): null {
  const { device } = useDevice()
  useEffect(() => traceToasts(device), [device])
  return null
}

/** Returns a function that stops it. */
export function traceToasts(device: Device): () => void {
  let told = 0
  const trace = ({ asked, count }: ReturnType<typeof useToasts.getState>) => {
    const errors = asked.filter(({ id, variant }) => id > told && variant === 'error')
    told = count
    for (const { message } of errors) {
      // It stands between what the server has dated.
      const said = { at: new Date(nowOn(device)).toISOString(), sentence: message, ...here(), count: 1 }
      // Where this device takes no writes, that is what the toast says.
      void onDisk(device, () => device.change('said', (all) => traced(all, said))).catch(() => undefined)
    }
  }
  // It comes later than the page: what still stands then was said on it.
  trace(useToasts.getState())
  return useToasts.subscribe(trace)
}

/** Same words on the same page within five minutes are one entry. */
export function traced(all: readonly Said[] = [], said: Said): Said[] {
  const [last, ...others] = recent(all, Date.parse(said.at))
  if (!last) return [said]
  const isSame = last.sentence === said.sentence && last.path === said.path && age(last, said.at) <= SAME_MS
  return isSame ? [{ ...said, count: last.count + 1 }, ...others] : [said, last, ...others].slice(0, MOST)
}

/** What is not older than a week. */
export const recent = (all: readonly Said[] = [], now: number): Said[] =>
  all.filter(({ at }) => now - Date.parse(at) <= KEPT_MS)

const age = ({ at }: Said, now: string): number => Math.abs(Date.parse(now) - Date.parse(at))

function here(): Pick<Said, 'page' | 'path'> {
  const { pathname, search } = window.location
  const page = document.title.replace(` — ${useAppNames.getState().appName}`, '')
  // Two slashes at the beginning would lead to another house.
  return { page, path: pathname.replace(/^\/+/, '/') + search }
}
