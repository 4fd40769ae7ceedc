import type { ReactNode } from 'react'

/** Running text in which a reference ("T-27-148") or a pool code ("EC-420") does not end a line at its hyphen, nor one within a day ("March 06, 2026"). */
export const unbroken = (text: string): ReactNode =>
  text.split(/([A-Z]+-\d+(?:-\d*)?|[A-Z][a-z]+ \d\d(?:, \d\d:?\d\d)?)/).map((part, at) =>
    at % 2 ? (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    ),
  )
