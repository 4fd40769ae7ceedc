import { useEffect, useState } from 'react'

/** Bytes; `database` and `beside` (the app and kept files) where the browser tells them apart. */
export interface DeviceSize {
  all: number
  database?: number | undefined
  beside?: number | undefined
}

/**
 * How many bytes this app takes, as the browser says; null where it does not say, undefined until it has. Looked at again when `at` changes. How many there
 * are left nobody says: Chromium answers what is used and 10 GiB more, whatever the disk.
 */
export function useDeviceSize(at: unknown): DeviceSize | null | undefined {
  const [used, setUsed] = useState<DeviceSize | null>()
  useEffect(() => {
    let current = true
    const look = async () => {
      const { usage, usageDetails: by } = ((await navigator.storage?.estimate?.()) ?? {}) as Estimate
      if (current) setUsed(usage === undefined ? null : { all: usage, database: by?.indexedDB, beside: by?.caches })
    }
    look().catch(() => current && setUsed(null))
    return () => {
      current = false
    }
  }, [at])
  return used
}
/** `usageDetails` is Chromium's alone. */
type Estimate = StorageEstimate & { usageDetails?: { indexedDB?: number; caches?: number } }

/** `1834000` → `1.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
