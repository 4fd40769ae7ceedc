import type { User } from '#shared/model/reference.ts'
import { useStored } from '#web/data/use-query.ts'
import { ChangedMeanwhile } from '#web/parts/changed-meanwhile.tsx'
import type { Account } from './account.ts'

interface AccountChangedProps<Field extends keyof Account> {
  row: User
  current: Account
  contested: readonly Field[]
  onTake: (field: Field) => void
  onKeep: (field: Field) => void
}

/** What somebody else made of an account while its form was open. */
export function AccountChanged<Field extends keyof Account>({
  row,
  current,
  contested,
  onTake,
  onKeep,
}: AccountChangedProps<Field>) {
  const fields = contested.map((name) => ({ name, label: labels[name], theirs: <Theirs {...{ name, current }} /> }))
  return <ChangedMeanwhile what="this account" {...{ row, fields, onTake, onKeep }} />
}

const labels: Readonly<Record<keyof Account, string>> = {
  ...{ fullName: 'Full Name', email: 'Email', roles: 'Roles', teamId: 'Team', active: 'Account' },
}

function Theirs({ name, current }: { name: keyof Account; current: Account }) {
  const team = useStored((device) => device.rows('teams').get(current.teamId), [current.teamId])
  if (name === 'teamId') return <>{team?.name ?? 'None'}</>
  if (name === 'active') return <>{current.active ? 'Active' : 'Inactive'}</>
  return <>{current[name].split(';').join(' · ')}</>
}
