import { useCallback, useEffect, useRef, useState } from 'react'
import { useDevice } from './device-context.tsx'

const SOON_MS = 400

/**
 * Keeps a half-typed form on this device: saved 400 ms after a keystroke, also of somebody who types without a pause, and when the
 * page is hidden. `stored` is undefined while looking, null when there is none. `clear` is called when the form's content has become a call.
 */
export function useFormDraft<T>(key: string) {
  const { device } = useDevice()
  const [stored, setStored] = useState<{ key: string; values: T | null }>()
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const pending = useRef<{ key: string; values: T } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let current = true
    void device.forms.get(key).then((form) => {
      if (!current) return
      setStored({ key, values: (form?.values as T | undefined) ?? null })
      setSavedAt(form?.saved ?? null)
    })
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
    const saved = new Date().toISOString()
    await device.forms.put({ ...form, saved })
    setSavedAt(saved)
  }, [device])

  const save = useCallback(
    (values: T) => {
      pending.current = { key, values }
      timer.current ??= setTimeout(() => void flush(), SOON_MS)
    },
    [flush, key],
  )

  const clear = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    pending.current = null
    await device.forms.delete(key)
    setSavedAt(null)
  }, [device, key])

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

  return { stored: stored?.key === key ? stored.values : undefined, savedAt, save, flush, clear }
}
