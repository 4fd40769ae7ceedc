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
}

/** One active person: oneself first, then by name. Put it into a Field. */
export function PeoplePicker({
  label,
  value,
  onChange,
  clearable = false,
  placeholder = 'Unassigned',
  except,
}: PeoplePickerProps) {
  const everybody = useQuery(people, {})
  const items = (everybody ?? [])
    .filter(({ id }) => id !== except)
    .map((user) => ({
      id: user.id,
      title: user.fullName,
      subtitle: user.roles.split(';').filter(Boolean).join(', '),
    }))
  return (
    <SearchPicker
      label={label}
      items={items}
      value={value || null}
      onChange={(userId) => onChange(userId ?? 0, items.find(({ id }) => id === userId)?.title ?? '')}
      placeholder={placeholder}
      searchPlaceholder="Search people"
      clearable={clearable}
    />
  )
}
