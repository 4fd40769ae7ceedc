import { many, type Found } from '#shared/kernel/reads.ts'
import { withAliases, type Organisation } from '#shared/model/limits.ts'
import { referenceOf } from '#shared/model/project.ts'
import { bundlesOf, excerpt, inWordsTogether, sentenceFor } from '#shared/rules/notifications.ts'
import { seenWith, sightOf } from '#shared/rules/visibility.ts'
import { isSameEvent, wants, type Line } from '../execute/effects.ts'
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
  wordless: many('notifications', {
    userId: isPerson(receiver) ? Number(receiver) : -1,
    projectId: lines.map(({ projectId }) => projectId),
    text: '',
  }),
})

/**
 * One letter of what somebody is told, as things are when it is sent; null when there is nothing they may be told any more. Its first line is the first
 * thing with its reason.
 */
export function letterOfLines(
  { receiver, kind, lines, organisation, publicUrl }: Asked,
  { receivers: [person], actors, projects, wordless }: Found<ReturnType<typeof linesReads>>,
): { to: string; subject: string; text: string } | null {
  // Whoever has an account and was written to as a stranger is not active, or had none at that time.
  if (isPerson(receiver) ? !person?.active || kind === 'letter' || !wants(person, kind) : person) return null
  const sight = person ? sightOf(withAliases(person, organisation), organisation)('projects') : []
  const seen = projects.filter((project) => seenWith(sight, { ...project }) === true)
  const called = (id: number) => excerpt(seen.find((project) => project.id === id)?.description ?? '', 120)
  const linkTo = (id: number) => (person ? [`${publicUrl}/projects/${id}`] : [])
  const seenLines = bundled(lines)
    .filter(({ projectId }) => seen.some(({ id }) => id === projectId))
    // What has been taken back since is not quoted here either.
    .map((line) => (wordless.some((entry) => isSameEvent(entry, line)) ? { ...line, text: '' } : line))
  const told = bundlesOf(seenLines).map((bundle) => {
    const [line, ...others] = bundle
    if (others.length > 0) {
      const { many, did } = inWordsTogether(bundle)
      const each = bundle.map(({ projectId: id }) => [`${referenceOf(id)}: ${called(id)}`, ...linkTo(id)].join('\n'))
      return { sentence: `${many} ${did}`, text: [`${many} ${did}`, ...atMost(each)].join('\n') }
    }
    const actor = actors.find(({ id }) => id === line.actorId)?.fullName ?? ''
    // People name themselves; a name does not write a letter.
    const sentence = sentenceFor(line, excerpt(actor, 80))
    return { sentence, text: [sentence, called(line.projectId), ...linkTo(line.projectId)].join('\n') }
  })
  const [first, ...others] = told
  if (!first) return null
  const where = person ? [`All of it: ${publicUrl}/inbox`] : [stranger(organisation)]
  const about =
    others.length === 0 ? excerpt(first.sentence, 120) : `${told.length} things ${person ? 'for you' : 'you are told'}`
  return {
    to: person?.email ?? receiver,
    subject: `${organisation.appName}: ${about}`,
    text: [...atMost(told.map(({ text }) => text)), ...where].join('\n\n') + '\n',
  }
}

const atMost = (texts: string[]): string[] =>
  texts.length > MOST_TOLD ? [...texts.slice(0, MOST_TOLD), `And ${texts.length - MOST_TOLD} more.`] : texts

const stranger = ({ appName }: Organisation): string =>
  `You get this because somebody at ${appName} named you as a recipient of this request.`

/** What happened several times, once, with its last words. */
function bundled(lines: readonly Line[]): Line[] {
  const events: Line[] = []
  for (const line of lines) {
    const at = events.findIndex((event) => isSameEvent(event, line))
    if (at < 0) events.push(line)
    else events[at] = { ...line, count: line.count + (events[at]?.count ?? 0) }
  }
  return events
}
