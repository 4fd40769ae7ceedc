import { Dexie } from 'dexie'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDevice } from './device-context.tsx'
import { NotKept, onDisk, useDisk } from './disk.ts'
import { createFormCopy } from './form-copy.ts'

const SOON_MS = 400

interface Typed {
  copy: ReturnType<typeof createFormCopy>
  values: unknown
  untouched: unknown
}

/**
 * Keeps a half-typed form on this device: saved 400 ms after a keystroke, also of somebody who types without a pause, and when the
 * page is hidden. `stored` is undefined while looking, null when there is none. `clear` is called when the form's content has become a call. On a
 * device that does not take it `savedAt` is null, and it is saved when the device takes writes again. With `save` comes what the form is as
 * long as nobody has typed: another tab may have typed into other fields of it.
 */
export function useFormDraft<T>(key: string) {
  const { device } = useDevice()
  const copy = useMemo(() => createFormCopy(device, key), [device, key])
  const [stored, setStored] = useState<{ key: string; values: T | null }>()
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const pending = useRef<Typed | null>(null)
  const writing = useRef<Typed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let current = true
    const look = async () => {
      const form = await onDisk(device, copy.read)
      if (!current) return
      setStored({ key, values: (form?.values as T | undefined) ?? null })
      setSavedAt(form?.saved ?? null)
    }
    // A form that cannot be looked for is an empty one; the standing state says why.
    look().catch(() => current && setStored({ key, values: null }))
    return () => {
      current = false
    }
  }, [device, copy, key])

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
        device.transaction('rw', [device.forms, device.meta], async () => {
          // What it has waited for may be the transaction in which these words became a call.
          await device.forms.count()
          if (writing.current === form) await form.copy.put(form.values, form.untouched, saved)
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
    (values: T, untouched: unknown = {}) => {
      pending.current = { copy, values, untouched }
      timer.current ??= setTimeout(() => void flush(), SOON_MS)
    },
    [flush, copy],
  )

  /**
   * As part of a transaction that somebody else looks after. Only once that is on the disk are these words not waited for any more: where it is full
   * they are saved yet when there is room.
   */
  const forget = useCallback(() => {
    const words = [pending.current, writing.current]
    const gone = () => {
      if (words.includes(pending.current)) pending.current = null
      if (words.includes(writing.current)) writing.current = null
      setSavedAt(null)
    }
    const { currentTransaction } = Dexie
    if (currentTransaction) currentTransaction.on('complete', gone)
    else gone()
    return copy.forget()
  }, [copy])
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
