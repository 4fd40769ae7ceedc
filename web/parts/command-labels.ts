import { categoryName } from '#shared/model/categories.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import type { IconName } from '../theme/icon.tsx'
import { requestIdOf } from '../sync/fold-requests.ts'
import { faces, type Face } from './faces.ts'

/** A queued call as a person would say it: "Approve T-42-9", "Request: Language Support, Kenya". */
export interface CallLabel {
  text: string
  icon: IconName
  /** The tasking or the request it is about; 0 = none. */
  projectId: number
  requestId: number
}

type Input = Record<string, unknown>

/** `typed`: what other calls about the same request say of it, where the device has no row to ask. */
export async function labelOfCall(device: Device, name: string, input: unknown, typed: Input = {}): Promise<CallLabel> {
  const face = faces[name]
  const about = await aboutOf(device, face, name, { ...typed, ...(input ?? {}) })
  const text = face ? face.waiting(about) : name
  return { text, icon: face?.icon ?? 'file', projectId: about.projectId, requestId: about.requestId }
}

async function aboutOf(device: Device, face: Face | undefined, name: string, input: Input) {
  const where = face?.project?.(input) ?? 0
  const projectId =
    typeof where === 'number' ? where : numberOf((await rowOf(device, where.table, where.id))?.[where.column])
  const requestId = face?.project ? 0 : requestIdOf(name, input)
  const ref = projectId > 0 ? referenceOf(projectId) : ''
  return { projectId, requestId, ref, request: await nameOfRequest(device, requestId, input) }
}

async function nameOfRequest(device: Device, requestId: number, input: Input): Promise<string> {
  const request = requestId > 0 ? await device.rows('requests').get(requestId) : undefined
  const country = await device.rows('countries').get(request?.countryId ?? numberOf(input['countryId']))
  const type = request?.type ?? categoryName(numberOf(input['category']))
  return [type, country?.title].filter(Boolean).join(', ')
}

const rowOf = (device: Device, table: SyncedTable, id: number): Promise<Record<string, unknown> | undefined> =>
  device.table<Record<string, unknown>, number>(table).get(id)

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The words the person has typed, with what each was called on the form: readable and copyable whatever becomes of them. */
export function wordsOf(input: unknown): { label: string; text: string }[] {
  const { fields, ...rest } = (input ?? {}) as Input
  const edited = Object.entries((fields ?? {}) as Record<string, { to?: unknown } | undefined>)
  return [...Object.entries(rest), ...edited.map(([name, edit]) => [name, edit?.to] as const)].flatMap(
    ([name, value]) => {
      const label = typedFields[name]
      return label && typeof value === 'string' && value.trim() ? [{ label, text: value.trim() }] : []
    },
  )
}

const typedFields: Record<string, string> = {
  comment: 'Your comment',
  content: 'Your text',
  reason: 'Your reason',
  description: 'Description',
  contactDetails: 'Contact details',
  taskDetails: 'Request details',
  specialInstructions: 'Special instructions',
  recipients: 'Recipients',
  approval: 'Approval',
  name: 'Name',
}
