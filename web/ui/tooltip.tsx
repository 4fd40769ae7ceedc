import MuiTooltip from '@mui/material/Tooltip'
import type { ReactElement } from 'react'

/** For definitions and long names. Where a `title` does, use that: it costs nothing. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <MuiTooltip title={text} describeChild>
      {children}
    </MuiTooltip>
  )
}
