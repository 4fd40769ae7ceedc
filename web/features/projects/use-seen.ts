import { useState } from 'react'
import { printOf, type ProjectDetail } from './project-detail.ts'

/**
 * Remembers what the person saw when the page opened: decisions are about that and nothing else. When somebody changes
 * it meanwhile, `changed` says so until it is reviewed. A change made on this very page counts as seen (`expectOwn`).
 */
export function useSeen(detail: ProjectDetail) {
  const [seen, setSeen] = useState({ detail, expectsOwn: false })
  const print = printOf(seen.detail)
  const changed = print !== printOf(detail)
  if (changed && seen.expectsOwn) setSeen({ detail, expectsOwn: false })
  return {
    detail: seen.detail,
    print,
    changed,
    review: () => setSeen({ detail, expectsOwn: false }),
    expectOwn: () => setSeen((current) => ({ ...current, expectsOwn: true })),
  }
}
