import styled from '@emotion/styled'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { CountBadge, type CountTone } from './chip.tsx'
import { media, token } from './tokens.ts'

export interface Tab<Id extends string> {
  id: Id
  label: string
  count?: number
  countTone?: CountTone
}

export interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The same as on the TabPanel below. */
  name: string
}

/** One tab is in the tab order; arrows, Home and End move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, name }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const bar = list.current
    const selected = bar?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!bar || !selected) return
    const hidden =
      selected.offsetLeft < bar.scrollLeft ||
      selected.offsetLeft + selected.offsetWidth > bar.scrollLeft + bar.clientWidth
    if (hidden) bar.scrollLeft = selected.offsetLeft - 24
  }, [value])

  function handleKey(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === value)
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = tabs[(target + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    document.getElementById(`${name}-tab-${next.id}`)?.focus()
  }

  return (
    <Bar ref={list} role="tablist" aria-label={label} onKeyDown={handleKey}>
      {tabs.map((tab) => {
        const selected = tab.id === value
        return (
          <TabButton
            key={tab.id}
            type="button"
            role="tab"
            id={`${name}-tab-${tab.id}`}
            aria-selected={selected}
            aria-controls={`${name}-panel`}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <CountBadge count={tab.count} tone={tab.countTone ?? (selected ? 'primary' : 'plain')} />
            )}
          </TabButton>
        )
      })}
    </Bar>
  )
}

export function TabPanel({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${value}`}>
      {children}
    </div>
  )
}

const Bar = styled.div({
  position: 'relative',
  display: 'flex',
  gap: 4,
  height: 48,
  padding: '0 12px',
  borderBottom: `1px solid ${token.divider}`,
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'none',
  [media.phone]: { padding: '0 8px' },
})
const TabButton = styled.button({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 47,
  padding: '0 10px',
  flex: 'none',
  fontWeight: 500,
  color: token.text2,
  whiteSpace: 'nowrap',
  '&:hover': { color: token.text },
  '&:focus-visible': { outlineOffset: -4, borderRadius: 8 },
  '&[aria-selected="true"]': {
    color: token.primary,
    fontWeight: 600,
    '&::after': {
      content: '""',
      position: 'absolute',
      left: 10,
      right: 10,
      bottom: 0,
      height: 2,
      borderRadius: '2px 2px 0 0',
      background: token.primary,
      forcedColorAdjust: 'none',
    },
  },
})
