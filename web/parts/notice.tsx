import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../theme/icon.tsx'
import { radius, token } from '../theme/tokens.ts'

interface NoticeProps {
  icon: IconName
  tone?: 'quiet' | 'warn' | 'danger'
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A bordered line or two at the head of the page. */
export function Notice({ icon, tone = 'quiet', title, action, children }: NoticeProps) {
  return (
    <Root role="status" data-tone={tone} data-lines={children ? true : undefined}>
      <Icon name={icon} size={18} />
      <Words>
        <Title>{title}</Title>
        {children}
      </Words>
      {action}
    </Root>
  )
}

const Root = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '12px 16px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  '& > svg': { color: token.text2 },
  '&[data-lines] > svg': { alignSelf: 'flex-start', marginTop: 1 },
  '&[data-tone="warn"]': { background: token.warnSoft, borderColor: token.warnLine, '& > svg': { color: token.warn } },
  '&[data-tone="danger"]': {
    background: token.dangerSoft,
    borderColor: token.dangerLine,
    '& > svg': { color: token.danger },
  },
})
const Words = styled.div({ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' })
const Title = styled.p({ fontWeight: 600 })
