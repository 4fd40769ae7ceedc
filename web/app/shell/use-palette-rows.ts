import { useEffect, useState } from 'react'
import { hasWords } from '#shared/lib/words.ts'
import type { PoolCode, User } from '#shared/model/reference.ts'
import type { Status } from '#shared/model/status.ts'
import { findChoices } from '#shared/queries/find-choices.ts'
import { findTaskings, isTerm } from '#shared/queries/find.ts'
import { startChoices } from '#shared/queries/requests.ts'
import { mayAddProject } from '#shared/rules/abilities.ts'
import { can } from '#shared/rules/access.ts'
import type { Device } from '../../data/device.ts'
import { useDevice } from '../../data/device-context.tsx'
import { askDevice, useQuery, useStored } from '../../data/use-query.ts'
import { faces } from '../../parts/faces.ts'
import { useOverlay } from '../../parts/overlay.ts'
import { paths } from '../../parts/paths.ts'
import { poolItem } from '../../parts/pool-choices.ts'
import type { ShortcutName } from '../../parts/shortcuts.ts'
import { iconOf } from '../../parts/status.tsx'
import { viewsOf } from '../../parts/views-of.ts'
import type { Doable } from '../../parts/use-doable.ts'
import type { IconName } from '../../theme/icon.tsx'
import { placesFor } from './nav-groups.ts'
import { useCounts } from './use-counts.ts'

/** One line of the palette. It goes somewhere or does something. */
export interface PaletteRow {
  id: string
  group: 'Taskings' | 'People and places' | 'Pool codes' | 'Do'
  icon: IconName
  title: string
  rest?: string
  status?: Status
  shortcut?: ShortcutName
  to?: string
  onSelect?: () => void
}

const MOST_OF_A_GROUP = 5
const MOST_LAST = 3
/** Nobody reads what stands there between two letters, and 50,000 taskings take their time. */
const PAUSE_MS = 100

/**
 * What the device has for a text, in the order of the groups, and how many taskings it found in all. Until `isAnswered` the rows are those of an earlier
 * text. `>` before it leaves actions alone; without a text there is what can be done here.
 */
export function usePaletteRows(text: string): { rows: PaletteRow[]; found: number; isAnswered: boolean } {
  const open = useDevice()
  const { user } = open
  const term = useSettled(text.trim())
  const told = useStored(
    async (device) => ({
      term,
      page: isTerm(term) ? await askDevice(open, findTaskings, { term }) : null,
      last: term === '' ? await lastLookedAt(device) : [],
    }),
    [term, user, open.following === null],
  )
  const names = useQuery(findChoices, {})
  const start = useQuery(startChoices, {})
  const counts = useCounts()
  const { doable } = useOverlay()

  const asked = told?.term ?? ''
  const onlyDo = asked.startsWith('>')
  const words = onlyDo ? asked.slice(1) : asked
  const named = (rows: PaletteRow[]) =>
    words.trim() === '' ? [] : rows.filter(isFound(words)).slice(0, MOST_OF_A_GROUP)
  const pages = placesFor(user, counts).map(({ label, to, icon }) => ({ label, about: 'page', to, icon }))
  const views = viewsOf(user).map(({ name, search }) => ({
    ...{ label: name, about: 'saved view', icon: 'search' as const },
    to: `/find?${search}`,
  }))
  const actions = [...doable.map(rowOfDoable), ...rowsOfStarts(user), ...[...views, ...pages].map(rowOfDoable)]
  const taskings = (told?.page?.items ?? []).slice(0, MOST_OF_A_GROUP).map((item): PaletteRow => ({
    ...{ id: `tasking-${item.id}`, group: 'Taskings', icon: iconOf(item.state), status: item.state },
    ...{ title: item.name, rest: item.description || item.task },
    to: paths.project(item.id),
  }))
  const rows = [
    ...(onlyDo
      ? []
      : [
          ...taskings,
          ...(told?.last ?? []),
          ...named(names ? rowsOfNames(names) : []),
          ...named((start?.poolCodes ?? []).map((pool) => rowOfPool(pool, user))),
        ]),
    ...unique(actions).filter(isFound(words)),
  ]
  const isHere = told !== undefined && names !== undefined && start !== undefined
  // What comes first would be chosen, and stay so when something comes before it.
  if (!isHere) return { rows: [], found: 0, isAnswered: false }
  return { rows, found: told?.page?.totalItems ?? 0, isAnswered: asked === text.trim() }
}

/** Where one was (C-104): the taskings looked at last that are still here. */
async function lastLookedAt(device: Device): Promise<PaletteRow[]> {
  const looked = Object.entries((await device.get('looked')) ?? {}).sort(([, a], [, b]) => b.at.localeCompare(a.at))
  const rows = await device.rows('projects').bulkGet(looked.slice(0, MOST_LAST).map(([id]) => Number(id)))
  return rows.flatMap((row): PaletteRow[] =>
    row
      ? [
          {
            ...{ id: `last-${row.id}`, group: 'Taskings', icon: 'clock', title: row.name },
            ...{ rest: row.description, to: paths.project(row.id) },
          },
        ]
      : [],
  )
}

const isFound =
  (words: string) =>
  ({ title, rest = '' }: PaletteRow): boolean =>
    words.trim() === '' || hasWords(`${title} ${rest}`, words.trim())

const rowOfDoable = ({ label, about, icon, to, onSelect }: Doable): PaletteRow => ({
  ...{ id: `do-${label}-${about ?? ''}`, group: 'Do', icon, title: label.replace(/…$/, ''), to, onSelect },
  rest: about,
})

function rowsOfStarts(user: User): PaletteRow[] {
  const start = { group: 'Do', icon: 'plus' } as const
  const titled = (command: string) => ({ title: faces[command]?.label ?? '' })
  return [
    ...(can(user, 'startRequestButton')
      ? [{ ...start, id: 'request', ...titled('startRequest'), shortcut: 'request', to: paths.startRequest } as const]
      : []),
    ...(mayAddProject(user)
      ? [{ ...start, id: 'project', ...titled('addProject'), shortcut: 'project', to: paths.addProject } as const]
      : []),
  ]
}

/** The way to Add a Project is a page, too. */
const unique = (rows: PaletteRow[]): PaletteRow[] =>
  rows.filter(({ to }, at) => to === undefined || rows.findIndex((other) => other.to === to) === at)

type Names = ReturnType<(typeof findChoices)['answer']>
const kindsOfNames = {
  assignees: ['person', 'Person'],
  countries: ['pin', 'Country'],
  teams: ['people', 'Team'],
  advisors: ['expert', 'Advisor'],
} as const satisfies Partial<Record<keyof Names, [IconName, string]>>

/** To their taskings: whoever is looked for here is looked for in them. */
const rowsOfNames = (names: Names): PaletteRow[] =>
  (Object.keys(kindsOfNames) as (keyof typeof kindsOfNames)[]).flatMap((kind) =>
    names[kind].map(({ id, label }): PaletteRow => {
      const [icon, rest] = kindsOfNames[kind]
      return {
        id: `${kind}-${id}`,
        group: 'People and places',
        icon,
        title: label,
        rest,
        to: paths.find({ [kind]: id }),
      }
    }),
  )

/** To its form where one may see that, else to the taskings that name it. */
function rowOfPool(pool: PoolCode, user: User): PaletteRow {
  const { title, subtitle } = poolItem(pool, '')
  const form = `${paths.funding}/codes/${pool.id}`
  const to = can(user, 'seeResources') ? form : paths.find({ type: 'search', term: pool.poolCode })
  return { id: `pool-${pool.id}`, group: 'Pool codes', icon: 'wallet', title, rest: subtitle, to }
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
