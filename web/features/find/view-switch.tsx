import { usePhone } from '#web/theme/use-media.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import type { FindAddress } from './find-address.ts'

/** Table, cards, calendar; on the phone a table is cards. */
export function ViewSwitch({ address: { view, show } }: { address: FindAddress }) {
  const phone = usePhone()
  const shown = phone && view === 'cards' ? 'table' : view
  return <Segmented label="Shown as" options={phone ? onPhone : options} value={shown} onChange={show} />
}

const options = [
  { id: 'table', label: 'Table' },
  { id: 'cards', label: 'Cards' },
  { id: 'calendar', label: 'Calendar' },
] as const
const onPhone = [{ id: 'table', label: 'List' }, options[2]] as const
