import { many, type Found } from '#shared/kernel/reads.ts'
import { withAliases, type Organisation } from '#shared/model/limits.ts'
import { excerpt, sentenceFor } from '#shared/rules/notifications.ts'
import { seenWith, sightOf } from '#shared/rules/visibility.ts'
import { wants, type Line } from '../execute/effects.ts'
import type { Effect } from '#shared/model/server-tables.ts'

/** More than these are counted, and are in the inbox. */
const MOST_TOLD = 40

interface Asked {
  /** A person's id, or the address of somebody without an account. */
  receiver: string
  kind: Effect['kind']
  lines: readonly Line[]
  organisation: Organisation
  publicUrl: string
}
const isPerson = (receiver: string): boolean => /^\d+$/.test(receiver)

export const linesReads = (receiver: string, lines: readonly Line[]) => ({
  receivers: many('users', isPerson(receiver) ? { id: Number(receiver) } : { email: receiver }),
  actors: many('users', { id: lines.map(({ actorId }) => actorId) }),
  projects: many('projects', { id: lines.map(({ projectId }) => projectId) }),
})

/**
 * One letter of what somebody is told, as things are when it is sent; null when there is nothing they may be told any more. Its first line is the first
 * thing with its reason.
 */
export function letterOfLines(
  { receiver, kind, lines, organisation, publicUrl }: Asked,
  { receivers: [person], actors, projects }: Found<ReturnType<typeof linesReads>>,
): { to: string; subject: string; text: string } | null {
  // Whoever has an account and was written to as a stranger is not active, or had none at that time.
  if (isPerson(receiver) ? !person?.active || kind === 'letter' || !wants(person, kind) : person) return null
  const sight = person ? sightOf(withAliases(person, organisation), organisation)('projects') : []
  const seen = projects.filter((project) => seenWith(sight, { ...project }) === true)
  const told = bundled(lines).flatMap((line) => {
    const project = seen.find(({ id }) => id === line.projectId)
    if (!project) return []
    const actor = actors.find(({ id }) => id === line.actorId)?.fullName ?? ''
    // People name themselves; a name does not write a letter.
    const sentence = sentenceFor(line, excerpt(actor, 80))
    const link = person ? `\n${publicUrl}/projects/${project.id}` : ''
    return [{ sentence, text: `${sentence}\n${excerpt(project.description, 120)}${link}` }]
  })
  const [first, ...others] = told
  if (!first) return null
  const more = told.length > MOST_TOLD ? [`And ${told.length - MOST_TOLD} more.`] : []
  const where = person ? [`All of it: ${publicUrl}/inbox`] : [stranger(organisation)]
  const about =
    others.length === 0 ? excerpt(first.sentence, 120) : `${told.length} things ${person ? 'for you' : 'you are told'}`
  return {
    to: person?.email ?? receiver,
    subject: `${organisation.appName}: ${about}`,
    text: [...told.slice(0, MOST_TOLD).map(({ text }) => text), ...more, ...where].join('\n\n') + '\n',
  }
}

const stranger = ({ appName }: Organisation): string =>
  `You get this because somebody at ${appName} named you as a recipient of this request.`

/** What happened several times, once, with its last words. */
function bundled(lines: readonly Line[]): Line[] {
  const byEvent = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.kind} ${line.projectId}`
    byEvent.set(key, { ...line, count: line.count + (byEvent.get(key)?.count ?? 0) })
  }
  return [...byEvent.values()]
}
