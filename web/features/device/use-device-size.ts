import { useEffect, useState } from 'react'

export interface DeviceSize {
  used: number
  quota: number
}

/** What the browser says this app takes and may take; null where it does not say. Looked at again when `at` changes. */
export function useDeviceSize(at: unknown): DeviceSize | null {
  const [size, setSize] = useState<DeviceSize | null>(null)
  useEffect(() => {
    let current = true
    void navigator.storage?.estimate?.().then(({ usage, quota }) => {
      if (current && usage !== undefined && quota) setSize({ used: usage, quota })
    })
    return () => {
      current = false
    }
  }, [at])
  return size
}

/** `1834000` → `1.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
