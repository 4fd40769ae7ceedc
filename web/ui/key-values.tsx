import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { textSize, token } from '../theme/tokens.ts'

export interface KeyValue {
  label: ReactNode
  value: ReactNode
  /** A second, quieter line under the value. */
  note?: ReactNode
  strong?: boolean
  /** Part of the row above. */
  indent?: boolean
}

interface KeyValuesProps {
  items: readonly KeyValue[]
  /** `money` puts values at the right edge. */
  layout?: 'facts' | 'money'
  /** Hairlines between rows. */
  lined?: boolean
  labelWidth?: number
}

export function KeyValues({ items, layout = 'facts', lined = false, labelWidth = 128 }: KeyValuesProps) {
  const columns = layout === 'money' ? 'minmax(0, 1fr) auto' : `${labelWidth}px minmax(0, 1fr)`
  return (
    <List data-lined={lined || undefined}>
      {items.map((item, at) => (
        <Row key={at} style={{ gridTemplateColumns: columns }} data-strong={item.strong || undefined}>
          <dt style={item.indent ? { paddingLeft: 16 } : undefined}>{item.label}</dt>
          <dd style={layout === 'money' ? { textAlign: 'right' } : undefined}>
            {item.value}
            {item.note && <Note>{item.note}</Note>}
          </dd>
        </Row>
      ))}
    </List>
  )
}

const List = styled.dl({
  display: 'grid',
  gap: 8,
  fontVariantNumeric: 'tabular-nums',
  '&[data-lined]': { gap: 0, '& > div': { padding: '8px 0', borderTop: `1px solid ${token.divider}` } },
})
const Row = styled.div({
  display: 'grid',
  columnGap: 12,
  '& dt': { color: token.text2 },
  '& dd': { minWidth: 0, overflowWrap: 'anywhere' },
  '&[data-strong]': { fontWeight: 600, '& dt': { color: token.text } },
})
const Note = styled.div({ ...textSize.small, color: token.text2 })
