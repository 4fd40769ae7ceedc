import { shownAs } from '#shared/lib/shown-as.ts'
import { people } from '#shared/queries/requests.ts'
import { useQuery } from '../data/use-query.ts'
import { SearchPicker } from '../ui/search-picker.tsx'

interface PeoplePickerProps {
  label: string
  /** 0 = nobody. */
  value: number
  onChange: (userId: number, fullName: string) => void
  clearable?: boolean
  placeholder?: string
  /** Somebody who cannot be meant. */
  except?: number
  /** Whom roles make a choice. */
  only?: (roles: string) => boolean
}

/** One active person: oneself first, then by name; who is chosen already is offered all the same (C-146). Put it into a Field. */
export function PeoplePicker({
  label,
  value,
  onChange,
  clearable = false,
  placeholder = 'Unassigned',
  except,
  only = () => true,
}: PeoplePickerProps) {
  const everybody = useQuery(people, { chosen: value })
  const items = (everybody ?? [])
    .filter(({ id, roles }) => id !== except && only(roles))
    .map((user) => ({
      id: user.id,
      title: shownAs(user.fullName, user.active),
      subtitle: user.roles.split(';').filter(Boolean).join(', '),
    }))
  return (
    <SearchPicker
      label={label}
      items={items}
      value={value || null}
      onChange={(userId) => onChange(userId ?? 0, everybody?.find(({ id }) => id === userId)?.fullName ?? '')}
      placeholder={placeholder}
      searchPlaceholder="Search people"
      clearable={clearable}
    />
  )
}
