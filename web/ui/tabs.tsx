import MuiTab from '@mui/material/Tab'
import MuiTabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { Icon } from '../theme/icon.tsx'
import { CountBadge } from './chip.tsx'

interface Tab<Id extends string> {
  id: Id
  label: string
  count?: number
  /** After the label, in place of a count. */
  mark?: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The same as on the TabPanel below. */
  name: string
}

/** One tab is in the tab order; arrows, Home and End move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, name }: TabsProps<Id>) {
  return (
    <MuiTabs
      aria-label={label}
      value={value}
      onChange={(_, id: Id) => onChange(id)}
      selectionFollowsFocus
      variant="scrollable"
      allowScrollButtonsMobile
      slots={ends}
    >
      {tabs.map((tab) => (
        <MuiTab
          key={tab.id}
          value={tab.id}
          id={`${name}-tab-${tab.id}`}
          aria-controls={`${name}-panel`}
          label={
            <>
              {tab.label}
              {tab.count !== undefined && (
                <CountBadge count={tab.count} tone={tab.id === value ? 'primary' : 'plain'} />
              )}
              {tab.mark}
            </>
          }
        />
      ))}
    </MuiTabs>
  )
}

export function TabPanel({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${value}`}>
      {children}
    </div>
  )
}

const ends = {
  startScrollButtonIcon: () => <Icon name="chevron-left" size={18} />,
  endScrollButtonIcon: () => <Icon name="chevron-right" size={18} />,
}
