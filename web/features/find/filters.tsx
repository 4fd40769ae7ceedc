import styled from '@emotion/styled'
import { useState } from 'react'
import { findChoices } from '#shared/queries/find-choices.ts'
import * as messages from '#shared/model/messages.ts'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Card } from '#web/ui/panel.tsx'
import { radius, token } from '#web/theme/tokens.ts'
import { FilterGroup } from './filter-group.tsx'
import { chosenIn, filterFields, filterLabels, followed, type Chosen, type FindAddress } from './find-address.ts'
import { useFilterCounts } from './use-filter-counts.ts'
import type { Shown } from './use-found.ts'

interface FilterPanelProps {
  address: FindAddress
  shown: Shown
}

/** Beside the results; only the list of filters scrolls, Apply and Clear stay. */
export function FilterPanel({ address, shown }: FilterPanelProps) {
  const [chosen, setChosen] = useChosen(address)
  return (
    <Beside
      as="form"
      aria-label="Filters"
      onSubmit={(event: { preventDefault: () => void }) => {
        event.preventDefault()
        address.change({ ...address.filters, ...chosen })
      }}
    >
      <Scrolling>
        <FilterGroups chosen={chosen} onChange={setChosen} address={address} shown={shown} />
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

interface FilterSheetProps extends FilterPanelProps {
  open: boolean
  onClose: () => void
}

export function FilterSheet({ open, onClose, address, shown }: FilterSheetProps) {
  const [chosen, setChosen] = useChosen(address)
  function apply() {
    address.change({ ...address.filters, ...chosen })
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
      <FilterGroups chosen={chosen} onChange={setChosen} address={address} shown={shown} />
    </Sheet>
  )
}

/** Words, a chip or a saved view may change the question while something is ticked and not applied yet. */
function useChosen({ key, filters }: FindAddress) {
  const [told, setTold] = useState({ key, filters })
  const [chosen, setChosen] = useState(() => chosenIn(filters))
  if (told.key !== key) {
    setTold({ key, filters })
    setChosen(followed(chosen, told.filters, filters))
  }
  return [chosen, setChosen] as const
}

function clear(address: FindAddress, setChosen: (chosen: Chosen) => void) {
  setChosen(chosenIn({}))
  address.clear()
}

interface FilterGroupsProps extends FilterPanelProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

function FilterGroups({ chosen, onChange, address, shown }: FilterGroupsProps) {
  const choices = useQuery(findChoices, {})
  const countOf = useFilterCounts(address, shown)
  if (!choices) return <Coming />
  const hasNone = [choices.countries, choices.teams, choices.services].every(({ length }) => length === 0)
  return (
    <Groups>
      {hasNone && <NoRows error={() => messages.filteringResources} />}
      {filterFields.map((field) => (
        <FilterGroup
          key={field}
          label={filterLabels[field]}
          options={choices[field]}
          chosen={chosen[field]}
          countOf={countOf && ((id) => countOf(field, id))}
          alwaysOpen={field === 'statuses'}
          onChange={(ids) => onChange({ ...chosen, [field]: ids })}
        />
      ))}
    </Groups>
  )
}

const Beside = styled(Card)({
  position: 'sticky',
  top: 72,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'calc(100vh - 88px)',
  '@media print': { display: 'none' },
})
const Scrolling = styled.div({ flex: 1, minHeight: 0, overflowY: 'auto', padding: 10 })
const Groups = styled.div({ display: 'grid', gap: 10 })
/** As high as what comes, so that *Apply* and *Clear* do not go from under a finger. */
const Coming = styled.div({ height: 388 })
/** Sticks to the screen where the column begins further down. */
const Foot = styled.div({
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  gap: 8,
  padding: '12px 10px',
  borderTop: `1px solid ${token.divider}`,
  borderRadius: `0 0 ${radius.card}px ${radius.card}px`,
  background: token.surface,
  '& > :first-of-type': { flex: 1 },
})
const Wide = styled(Button)({ flexGrow: '3 !important' })
