import { nameIn } from '#shared/lib/in-row.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import { type Shown } from '#shared/reference/reference.ts'
import { useStored } from '../data/use-query.ts'
import { SelectInput } from '../ui/select-input.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { SearchPicker } from '../ui/search-picker.tsx'

interface ChoiceInputProps {
  from: NonNullable<Shown['from']>
  label: string
  /** The id of what is chosen; 0 is nothing. */
  value: number
  onChange: (id: number) => void
  readOnly?: boolean
  /** Those that fit; what is chosen already is offered all the same. */
  only?: (row: Choice) => boolean
  /** Nothing is no choice. */
  required?: boolean
  placeholder?: string
}

const MANY = 15

/** Chooses a row of another table: active ones, and what is chosen already (C-146). */
export function ChoiceInput({
  from,
  label,
  value,
  onChange,
  readOnly = false,
  only = () => true,
  required = false,
  placeholder = required ? 'Select' : 'None',
}: ChoiceInputProps) {
  const rows = useStored((device) => device.table(from).toArray() as Promise<Choice[]>, [from])
  const options = (rows ?? [])
    .filter((row) => (row.active && only(row)) || row.id === value)
    .map((row) => ({
      id: row.id,
      label: shownAs(nameIn(row), row.active),
      subtitle: row.roles?.split(';').filter(Boolean).join(', '),
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
  if (readOnly) {
    const chosen = options.find(({ id }) => id === value)
    return <TextInput value={chosen?.label ?? ''} onChange={() => undefined} />
  }
  // People are found by their name, however few there are.
  if (from === 'users' || options.length > MANY) {
    return (
      <SearchPicker
        label={label}
        items={options.map(({ id, label: title, subtitle }) => ({ id, title, subtitle }))}
        value={value > 0 ? value : null}
        onChange={(id) => onChange(id ?? 0)}
        placeholder={placeholder}
        clearable={!required}
      />
    )
  }
  return (
    <SelectInput
      options={options}
      placeholder={placeholder}
      value={value > 0 ? value : ''}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}

export interface Choice {
  id: number
  active: boolean
  teamId?: number
  bocId?: number
  roles?: string
}
