import * as z from 'zod/mini'
import { byName } from '#shared/reference/ask.ts'
import { referenceLists } from '#shared/queries/reference-lists.ts'
import { people } from '#shared/queries/requests.ts'
import {
  deliverableTemplateDetail,
  deliverableTemplates,
  moveDeliverableTemplate,
} from '#shared/reference/deliverable-templates.ts'
import { activeSubservices } from '#shared/reference/subservices.ts'
import { clients } from '#shared/reference/users.ts'
import { bodyOf, namesIn } from './about.ts'
import { idOf, pick, type PhraseBook } from './mount.ts'
import { shapesOf } from './reference.ts'
import { activeLists, allLists, choice, client, person, saved } from './shapes.ts'

const moving = bodyOf(moveDeliverableTemplate, 'before')

/** What forms pick from, and the order of what is offered. */
export function mountResources({ read, write }: PhraseBook): void {
  read(
    '/resources/active',
    { says: 'Every list a form picks from, active entries by name.', answer: activeLists },
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, (row) => row.active, []),
  )
  read(
    '/resources/all',
    { says: 'Every list a form picks from, inactive entries too.', answer: allLists },
    referenceLists,
    () => ({}),
    (lists) => shorten(lists, () => true, ['active']),
  )
  read(
    '/resources/active/users',
    { says: 'The active people, to assign: you first, then by name.', answer: z.array(person) },
    people,
    () => ({}),
    (users) => users.map(({ id, fullName, teamId }) => ({ id, fullName, teamId })),
  )
  read(
    '/resources/active/clients',
    { says: 'The active people on the government side, to suggest as recipients.', answer: z.array(client) },
    clients,
    () => ({}),
  )
  read(
    '/settings/services/:id/subservices/active',
    { says: 'The active sub-services of a service, to pick from.', answer: z.array(choice) },
    activeSubservices,
    ({ params }) => ({ bocId: idOf(params.id) }),
  )
  write(
    'POST',
    '/settings/deliverables/:id/move',
    {
      says: 'Moves a standard deliverable in front of another of its sub-service (`before`), or behind all of them (0).',
      body: moving,
      answer: saved(shapesOf(deliverableTemplates).row),
      example: { before: 0 },
    },
    moveDeliverableTemplate,
    ({ params, fields }) => ({ id: idOf(params.id), ...pick(fields, namesIn(moving)) }),
    ({ ask, input }) => ask(deliverableTemplateDetail, { id: Number(input.id) }),
  )
}

/** The column each list goes by, and what else it tells. */
const listed = {
  countries: ['title'],
  advisors: ['name'],
  teams: ['name'],
  bocs: ['name'],
  projectTypes: ['name', 'teamId'],
  users: ['fullName'],
} as const
type Row = { id: number; active: boolean }

const shorten = (lists: Record<keyof typeof listed, Row[]>, isWanted: (row: Row) => boolean, more: readonly string[]) =>
  Object.fromEntries(
    Object.entries(listed).map(([list, [named, ...others]]) => [
      list,
      byName(lists[list as keyof typeof listed].filter(isWanted), named).map((row) =>
        pick({ ...row }, ['id', named, ...others, ...more]),
      ),
    ]),
  )
