import { useEffect, useState } from 'react'

/** True once `isSo` has been so for `ms` without a break. */
export function useAfter(ms: number, isSo = true): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [ms, isSo])
  return isOver
}
