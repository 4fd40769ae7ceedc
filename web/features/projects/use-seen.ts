import { useState } from 'react'
import { useDevice } from '#web/data/device-context.tsx'
import { contentOf, printOf, type ProjectDetail } from './project-detail.ts'

/**
 * Remembers what the person saw when the page opened: decisions are about that and nothing else. When somebody changes
 * it meanwhile, `changed` says so until it is reviewed. What they wrote themselves they have seen: an amendment of theirs, and the request's text as they
 * saved it here (`wrote`); and nothing that came with it.
 */
export function useSeen(detail: ProjectDetail) {
  const { user } = useDevice()
  const [seen, setSeen] = useState({ detail, wrote: '' })
  const withOwn = ownOf(seen.detail, detail, user.id, seen.wrote)
  const print = printOf(withOwn)
  return {
    detail: withOwn,
    print,
    changed: print !== printOf(detail),
    review: () => setSeen({ detail, wrote: '' }),
    wrote: (content: string) => setSeen((current) => ({ ...current, wrote: content })),
  }
}

/** What was seen, and of what is there now what is one's own. */
export function ownOf(seen: ProjectDetail, now: ProjectDetail, userId: number, wrote: string): ProjectDetail {
  const known = new Set(seen.amendments.map(({ id }) => id))
  const own = now.amendments.filter(({ id, createdById }) => createdById === userId && !known.has(id))
  const content = wrote !== '' && contentOf(now) === wrote ? wrote : contentOf(seen)
  return {
    ...seen,
    amendments: [...seen.amendments, ...own],
    request: seen.request && { ...seen.request, content },
  }
}
