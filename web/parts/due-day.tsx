import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { Icon } from '../theme/icon.tsx'
import { token } from '../theme/tokens.ts'

/** A due date; one that is past says so by a sign too, and in words to who hears it (C-006). */
export function DueDay({ isPast, children }: { isPast: boolean; children: ReactNode }) {
  if (!isPast) return <span>{children}</span>
  return (
    <Past title="Past due">
      {children}
      <Sign data-sign>
        <Icon name="clock-alert" size={14} label="Past due" />
      </Sign>
    </Past>
  )
}

const Past = styled.span({ color: token.overdueText, fontWeight: 500 })
const Sign = styled.span({ display: 'inline-block', marginLeft: 4, verticalAlign: -2 })
