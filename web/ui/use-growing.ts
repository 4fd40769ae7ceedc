import { startTransition, useEffect, useState } from 'react'

/** More than the highest screen shows. */
const AT_ONCE = 24

/** How many of many rows are drawn: a screenful at once, the others after it, a screenful at a time, so that no touch waits for two hundred. */
export function useGrowing(all: number, least = 0): number {
  const [drawn, setDrawn] = useState(AT_ONCE)
  useEffect(() => {
    if (drawn >= all) return
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + AT_ONCE)))
    return () => clearTimeout(timer)
  }, [drawn, all])
  return Math.max(drawn, least)
}
