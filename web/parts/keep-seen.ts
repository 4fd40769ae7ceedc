import { contentToText } from '#shared/rules/content.ts'
import { decidedOn } from '#shared/rules/fingerprint.ts'
import type { Device } from '../data/device.ts'

const MOST = 100

/**
 * For the transaction that queues a decision: what it is about as it stands here, so that whoever is told *changed since you saw it* can be
 * shown what. The command has just compared the print with the same rows.
 */
export async function keepSeen(device: Device, id: number, print: string): Promise<void> {
  const said = await saidBy(device, id)
  if (said) await device.change('seen', (kept = []) => [...kept, { print, said }].slice(-MOST))
}

/** A tasking as it is decided about, field by field. */
export async function saidBy(device: Device, id: number): Promise<Record<string, unknown> | null> {
  const project = await device.rows('projects').get(id)
  if (!project) return null
  const request = project.requestId > 0 ? await device.rows('requests').get(project.requestId) : undefined
  const amendments = await device.rows('amendments').where({ projectId: id }).toArray()
  const fields = decidedOn.map((field) => [field, project[field]] as const)
  return {
    ...Object.fromEntries(fields),
    requestText: contentToText(request?.content ?? ''),
    amendments: amendments.map(({ amendment }) => amendment).join('\n\n'),
  }
}
