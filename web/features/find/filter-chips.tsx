import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { labelOfTab } from '#shared/model/status.ts'
import { findChoices } from '#shared/queries/find-choices.ts'
import type { FilterField, FindFilters } from '#shared/queries/find.ts'
import { useQuery } from '#web/data/use-query.ts'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { filterFields, filterLabels, type FindAddress } from './find-address.ts'

/** More choices of one filter than these are one chip. */
const MOST_OF_ONE = 3

/** What narrows the list, each removable; before them the button of the filters. */
export function FilterChips({ address, children }: { address: FindAddress; children: ReactNode }) {
  const { filters, change, clear } = address
  const choices = useQuery(findChoices, {})
  const { tab, term } = filters
  const without = (name: 'tab' | 'term') => {
    const next = { ...filters }
    delete next[name]
    change(next)
  }
  const chips = [
    ...(tab ? [{ kind: 'List', label: labelOfTab(tab), remove: () => without('tab') }] : []),
    ...filterFields.flatMap((field) => chipsOf(field, filters, choices, change)),
    ...(term === undefined ? [] : [{ kind: 'Text', label: `“${term}”`, remove: () => without('term') }]),
  ]
  return (
    <Line>
      {children}
      {chips.length > 0 && (
        <>
          <List aria-label="Active filters">
            {chips.map(({ kind, label, remove }) => (
              <li key={`${kind} ${label}`}>
                <Chip type="button" aria-label={`Remove ${kind} ${label}`} onClick={remove}>
                  <small>{kind}</small>
                  <b>{label}</b>
                  <Icon name="close" size={14} />
                </Chip>
                <KeyboardLeft />
              </li>
            ))}
          </List>
          <Button variant="text" onClick={clear}>
            Clear all
          </Button>
        </>
      )}
    </Line>
  )
}

type Choices = Record<FilterField, { id: number; label: string }[]>

function chipsOf(
  field: FilterField,
  filters: FindFilters,
  choices: Choices | undefined,
  change: (next: FindFilters) => void,
): { kind: string; label: string; remove: () => void }[] {
  const ids = filters[field] ?? []
  const kind = singular[field]
  const keep = (kept: number[]) => change({ ...filters, [field]: kept })
  if (!choices || ids.length === 0) return []
  if (ids.length > MOST_OF_ONE)
    return [{ kind: filterLabels[field], label: `${ids.length} of ${choices[field].length}`, remove: () => keep([]) }]
  return ids.map((id) => ({
    kind,
    label: choices[field].find((choice) => choice.id === id)?.label ?? `no. ${id}`,
    remove: () => keep(ids.filter((other) => other !== id)),
  }))
}

const singular = {
  countries: 'Country',
  advisors: 'Advisor',
  teams: 'Team',
  services: 'Service',
  assignees: 'Assignee',
  statuses: 'Status',
} as const satisfies Record<FilterField, string>

const Line = styled.div({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  marginBottom: 12,
  '& > button': { flex: 'none' },
  [media.phone]: {
    flexWrap: 'nowrap',
    margin: '0 -12px 12px',
    padding: '4px 12px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
})
const List = styled.ul({ display: 'contents' })
const Chip = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: 320,
  minHeight: 28,
  padding: '0 8px 0 10px',
  borderRadius: radius.pill,
  background: token.primarySoft,
  color: token.primary,
  whiteSpace: 'nowrap',
  '& small': { fontSize: 13, color: token.text2 },
  '& b': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: 500 },
  '&:hover': { background: token.hover },
  [media.phone]: { minHeight: 44, maxWidth: 'min(260px, calc(100vw - 160px))', '& small': { display: 'none' } },
  [media.coarse]: { minHeight: 44 },
})
