import styled from '@emotion/styled'
import { useSearchParams } from 'react-router-dom'
import { findChoices } from '#shared/queries/find-choices.ts'
import { useQuery } from '#web/data/use-query.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectInput } from '#web/ui/select-input.tsx'

/** For who has no team: which one to look at. */
export function TeamPicker({ teamId }: { teamId: number }) {
  const [search, setSearch] = useSearchParams()
  const teams = useQuery(findChoices, {})?.teams ?? []
  function pick(id: string) {
    const next = new URLSearchParams(search)
    next.set('team', id)
    setSearch(next, { replace: true })
  }
  return (
    <Narrow label="Team" hideLabel>
      <SelectInput options={teams} value={teamId} onChange={(event) => pick(event.target.value)} />
    </Narrow>
  )
}

const Narrow = styled(Field)({ width: 200 })
