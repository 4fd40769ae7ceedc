import styled from '@emotion/styled'
import { Fragment } from 'react'
import type { SyncKind } from '../../parts/sync-state.ts'
import { DeliveryChip } from '../../parts/delivery-chip.tsx'
import { CountBadge } from '../../ui/chip.tsx'
import { Icon } from '../../theme/icon.tsx'
import { Card } from '../../ui/panel.tsx'
import { radius, token } from '../../theme/tokens.ts'
import type { OutboxGroup } from './outbox-groups.ts'
import { capturedAt, kilobytes, nextOf } from './outbox-words.ts'

interface OutboxTableProps {
  groups: OutboxGroup[]
  selected: string | null
  onSelect: (key: string) => void
  link: SyncKind | undefined
  now: number
}

export function OutboxTable({ groups, selected, onSelect, link, now }: OutboxTableProps) {
  return (
    <Card>
      <Table>
        <colgroup>
          <col />
          <col style={{ width: 140 }} />
          <col style={{ width: 64 }} />
          <col style={{ width: 142 }} />
          <col style={{ width: 150 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Captured</th>
            <th scope="col" data-right>
              Size
            </th>
            <th scope="col">State</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.id}>
            <GroupRow>
              <th colSpan={5} scope="rowgroup">
                <span>{group.title}</span>
                <CountBadge count={group.items.length} tone={group.id === 'attention' ? 'warn' : 'plain'} />
              </th>
            </GroupRow>
            {group.items.map((item, at) => (
              <Fragment key={item.key}>
                <Row data-selected={selected === item.key || undefined} onClick={() => onSelect(item.key)}>
                  <td data-indent={item.waitsFor ? true : undefined}>
                    <Tile data-warn={group.id === 'attention' || undefined}>
                      <Icon name={item.label.icon} size={16} />
                    </Tile>
                    <Name
                      type="button"
                      aria-pressed={selected === item.key}
                      title={item.label.text}
                      onClick={(event) => {
                        event.stopPropagation()
                        onSelect(item.key)
                      }}
                    >
                      {item.label.text}
                    </Name>
                  </td>
                  <td data-quiet>{capturedAt(item.at, now)}</td>
                  <td data-quiet data-right>
                    {kilobytes(item.bytes)}
                  </td>
                  <td>
                    <DeliveryChip state={item.state} />
                  </td>
                  <td data-quiet>{nextOf(item, at === 0, link)}</td>
                </Row>
              </Fragment>
            ))}
          </tbody>
        ))}
      </Table>
    </Card>
  )
}

const Table = styled.table({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '0 6px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${token.divider}`,
  },
  '& th': { height: 36, background: token.sunken, color: token.text2, fontSize: 12, fontWeight: 500 },
  '& td': { height: 40 },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 20 },
  '& td:first-of-type[data-indent]': { paddingLeft: 48 },
  '& [data-right]': { textAlign: 'right' },
  '& [data-quiet]': { color: token.text2 },
  '& tbody:last-of-type tr:last-of-type td': { borderBottom: 0 },
})
const GroupRow = styled.tr({
  '& th': { height: 44, paddingTop: 8, background: token.surface },
  '& th span:first-of-type': { marginRight: 8, color: token.text, fontSize: 13, fontWeight: 600 },
})
const Row = styled.tr({
  cursor: 'pointer',
  '&:hover td': { background: token.hover },
  '&[data-selected] td': { background: token.primarySoft },
  '& td:first-of-type': { display: 'flex', alignItems: 'center', gap: 12 },
})
export const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 28,
  height: 28,
  borderRadius: 7,
  background: token.canceledFill,
  color: token.canceledText,
  '&[data-warn]': { background: token.warnSoft, color: token.warn },
})
const Name = styled.button({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 500,
  borderRadius: radius.chip,
  '&:focus-visible': { outlineOffset: -2 },
})
