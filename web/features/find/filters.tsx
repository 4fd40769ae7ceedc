import styled from '@emotion/styled'
import { useState } from 'react'
import { findChoices } from '#shared/queries/find.ts'
import { useQuery } from '#web/data/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Card } from '#web/ui/panel.tsx'
import { token } from '#web/ui/tokens.ts'
import { FilterGroup } from './filter-group.tsx'
import { chosenIn, type Chosen, type FilterName, type FindAddress } from './find-address.ts'

/** Beside the results; only the list of filters scrolls, Apply and Clear stay. */
export function FilterPanel({ address }: { address: FindAddress }) {
  const [chosen, setChosen] = useState(() => chosenIn(address.filters))
  return (
    <Beside
      as="form"
      aria-label="Filters"
      onSubmit={(event: { preventDefault: () => void }) => {
        event.preventDefault()
        address.apply(chosen)
      }}
    >
      <Scrolling>
        <FilterGroups chosen={chosen} onChange={setChosen} />
      </Scrolling>
      <Foot>
        <Button type="submit" variant="contained">
          Apply
        </Button>
        <Button onClick={() => clear(address, setChosen)}>Clear</Button>
      </Foot>
    </Beside>
  )
}

interface FilterSheetProps {
  open: boolean
  onClose: () => void
  address: FindAddress
}

export function FilterSheet({ open, onClose, address }: FilterSheetProps) {
  const [chosen, setChosen] = useState(() => chosenIn(address.filters))
  function apply() {
    address.apply(chosen)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onSubmit={apply}
      title="Filters"
      actions={
        <>
          <Button size="large" onClick={() => clear(address, setChosen)}>
            Clear
          </Button>
          <Wide type="submit" size="large" variant="contained">
            Apply
          </Wide>
        </>
      }
    >
      <FilterGroups chosen={chosen} onChange={setChosen} />
    </Sheet>
  )
}

function clear(address: FindAddress, setChosen: (chosen: Chosen) => void) {
  setChosen(chosenIn({}))
  address.clear()
}

interface FilterGroupsProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

function FilterGroups({ chosen, onChange }: FilterGroupsProps) {
  const choices = useQuery(findChoices, {})
  if (!choices) return null
  return (
    <Groups>
      {groups.map(({ name, label }) => (
        <FilterGroup
          key={name}
          label={label}
          options={name === 'status' ? choices.statuses : choices[name]}
          chosen={chosen[name]}
          alwaysOpen={name === 'status'}
          onChange={(ids) => onChange({ ...chosen, [name]: ids })}
        />
      ))}
    </Groups>
  )
}

const groups: { name: FilterName; label: string }[] = [
  { name: 'countries', label: 'Countries' },
  { name: 'advisors', label: 'Advisors' },
  { name: 'teams', label: 'Teams' },
  { name: 'services', label: 'Services' },
  { name: 'assignees', label: 'Assignees' },
  { name: 'status', label: 'Status' },
]

const Beside = styled(Card)({
  position: 'sticky',
  top: 72,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'calc(100vh - 88px)',
})
const Scrolling = styled.div({ flex: 1, minHeight: 0, overflowY: 'auto', padding: 10 })
const Groups = styled.div({ display: 'grid', gap: 10 })
const Foot = styled.div({
  display: 'flex',
  gap: 8,
  padding: '12px 10px',
  borderTop: `1px solid ${token.divider}`,
  '& > :first-of-type': { flex: 1 },
})
const Wide = styled(Button)({ flexGrow: '3 !important' })
