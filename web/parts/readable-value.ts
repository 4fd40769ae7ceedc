import { formatDay, isDay } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import type { Device } from '../data/device.ts'
import { labels, type TaskingField } from './tasking-labels.ts'

/** A field's value as the form shows it: names for ids, dollars for cents. */
export async function readableValue(device: Device, field: string, value: unknown): Promise<string> {
  if (value === null || value === undefined || value === '') return 'Not stated'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (/cost|estimate/i.test(field)) return formatMoney(value)
    return (await nameBehind(device, field, value)) ?? String(value)
  }
  if (typeof value === 'string') return isDay(value) ? formatDay(value) : value
  return JSON.stringify(value)
}

async function nameBehind(device: Device, field: string, id: number): Promise<string | null> {
  if (id === 0) return 'Nobody yet'
  switch (field) {
    case 'assigneeId':
      return (await device.rows('users').get(id))?.fullName ?? null
    case 'countryId':
      return (await device.rows('countries').get(id))?.title ?? null
    case 'teamId':
      return (await device.rows('teams').get(id))?.name ?? null
    case 'advisorId':
      return (await device.rows('advisors').get(id))?.name ?? null
    case 'bocId':
      return (await device.rows('services').get(id))?.name ?? null
    case 'taskId':
      return (await device.rows('subservices').get(id))?.name ?? null
    case 'projectTypeId':
      return (await device.rows('projectTypes').get(id))?.name ?? null
    default:
      return null
  }
}

/** A field of an edit as the form calls it; of other rows from its name: `startDate` → `Start date`. */
export function fieldLabel(field: string): string {
  if (field in labels) return labels[field as TaskingField]
  const words = field
    .replace(/Ids?$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
