import { Segmented } from '#web/ui/segmented.tsx'
import type { FindAddress } from './find-address.ts'

interface ViewSwitchProps {
  address: FindAddress
  hasTableRoom: boolean
}

/** Table, cards, calendar; where a table has no room, as on the phone, it is cards. */
export function ViewSwitch({ address: { view, show }, hasTableRoom }: ViewSwitchProps) {
  const shown = !hasTableRoom && view === 'cards' ? 'table' : view
  return <Segmented label="Shown as" options={hasTableRoom ? options : narrow} value={shown} onChange={show} />
}

const options = [
  { id: 'table', label: 'Table' },
  { id: 'cards', label: 'Cards' },
  { id: 'calendar', label: 'Calendar' },
] as const
const narrow = [{ id: 'table', label: 'List' }, options[2]] as const
