import { Segmented } from '../ui/segmented.tsx'

const options = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
  { id: 'unstated', label: 'Not stated' },
] as const

export function BlanketInput({
  value,
  onChange,
}: {
  value: boolean | null
  onChange: (value: boolean | null) => void
}) {
  return (
    <Segmented
      fullWidth
      options={options}
      value={value === null ? 'unstated' : value ? 'yes' : 'no'}
      onChange={(id) => onChange(id === 'unstated' ? null : id === 'yes')}
    />
  )
}
