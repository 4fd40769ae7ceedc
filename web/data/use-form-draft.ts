import { useCallback, useEffect, useRef, useState } from 'react'
import { useDevice } from './device-context.tsx'
import { NotKept, onDisk, useDisk } from './disk.ts'

const SOON_MS = 400

/**
 * Keeps a half-typed form on this device: saved 400 ms after a keystroke, also of somebody who types without a pause, and when the
 * page is hidden. `stored` is undefined while looking, null when there is none. `clear` is called when the form's content has become a call. On a
 * device that does not take it `savedAt` is null, and it is saved when the device takes writes again.
 */
export function useFormDraft<T>(key: string) {
  const { device } = useDevice()
  const [stored, setStored] = useState<{ key: string; values: T | null }>()
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const pending = useRef<{ key: string; values: T } | null>(null)
  const writing = useRef<{ key: string; values: T } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let current = true
    const look = async () => {
      const form = await onDisk(device, () => device.forms.get(key))
      if (!current) return
      setStored({ key, values: (form?.values as T | undefined) ?? null })
      setSavedAt(form?.saved ?? null)
    }
    // A form that cannot be looked for is an empty one; the standing state says why.
    look().catch(() => current && setStored({ key, values: null }))
    return () => {
      current = false
    }
  }, [device, key])

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const form = pending.current
    pending.current = null
    if (!form) return
    writing.current = form
    const saved = new Date().toISOString()
    try {
      await onDisk(device, () =>
        device.transaction('rw', device.forms, async () => {
          // What it has waited for may be the transaction in which these words became a call.
          await device.forms.count()
          if (writing.current === form) await device.forms.put({ ...form, saved })
        }),
      )
      if (writing.current === form) setSavedAt(saved)
    } catch (error) {
      if (!(error instanceof NotKept)) throw error
      pending.current ??= form
      setSavedAt(null)
    }
  }, [device])

  const save = useCallback(
    (values: T) => {
      pending.current = { key, values }
      timer.current ??= setTimeout(() => void flush(), SOON_MS)
    },
    [flush, key],
  )

  /** As part of a transaction that somebody else looks after. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    pending.current = null
    writing.current = null
    setSavedAt(null)
    return device.forms.delete(key)
  }, [device, key])
  const clear = useCallback(() => onDisk(device, forget), [device, forget])

  useEffect(() => useDisk.subscribe(({ trouble }) => void (trouble ?? flush())), [flush])
  useEffect(() => {
    const onHide = () => void flush()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onHide)
      void flush()
    }
  }, [flush])

  return { stored: stored?.key === key ? stored.values : undefined, savedAt, save, flush, clear, forget }
}
