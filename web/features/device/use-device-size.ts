import { useEffect, useState } from 'react'

/**
 * How many bytes this app takes, as the browser says; null where it does not say, undefined until it has. Looked at again when `at` changes. How many there
 * are left nobody says: Chromium answers what is used and 10 GiB more, whatever the disk.
 */
export function useDeviceSize(at: unknown): number | null | undefined {
  const [used, setUsed] = useState<number | null>()
  useEffect(() => {
    let current = true
    const look = async () => {
      const { usage } = (await navigator.storage?.estimate?.()) ?? {}
      if (current) setUsed(usage ?? null)
    }
    look().catch(() => current && setUsed(null))
    return () => {
      current = false
    }
  }, [at])
  return used
}

/** `1834000` → `1.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
