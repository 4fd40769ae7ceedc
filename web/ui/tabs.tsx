import styled from '@emotion/styled'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
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
  const { before, after } = useHiddenEnds(list)

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
    <Bar
      ref={list}
      role="tablist"
      aria-label={label}
      data-before={before || undefined}
      data-after={after || undefined}
      onKeyDown={handleKey}
    >
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

/** Whether tabs lie beyond the left or the right edge, so that the edge can fade instead of cutting them off. */
function useHiddenEnds(list: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ before: false, after: false })
  useEffect(() => {
    const bar = list.current
    if (!bar) return
    const look = () => {
      const before = bar.scrollLeft > 1
      const after = bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1
      setEnds((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    const observer = new ResizeObserver(look)
    // The tabs too: a count that grows makes the row longer, not the bar.
    for (const element of [bar, ...bar.children]) observer.observe(element)
    bar.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      bar.removeEventListener('scroll', look)
    }
  })
  return ends
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
  height: 48,
  padding: '0 11px',
  borderBottom: `1px solid ${token.divider}`,
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'none',
  '--before': '0px',
  '--after': '0px',
  '&[data-before]': { '--before': '40px' },
  '&[data-after]': { '--after': '40px' },
  '&[data-before], &[data-after]': {
    maskImage:
      'linear-gradient(to right, transparent, #000 var(--before), #000 calc(100% - var(--after)), transparent)',
  },
  [media.phone]: { padding: '0 8px' },
})
const TabButton = styled.button({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 47,
  padding: '0 9px',
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
      left: 9,
      right: 9,
      bottom: 0,
      height: 2,
      borderRadius: '2px 2px 0 0',
      background: token.primary,
      forcedColorAdjust: 'none',
    },
  },
})
