import * as z from 'zod/mini'
import { commands } from '#shared/commands/index.ts'
import { must } from '#shared/lib/must.ts'
import { choosable, isChoice } from '#shared/model/choosable.ts'
import { id, line, ref } from '#shared/model/fields.ts'
import { syncedTables } from '#shared/model/tables.ts'
import { queries } from '#shared/queries/index.ts'
import { references } from '#shared/reference/index.ts'
import { nounOf, questionOf, toldOf, verbOf, type Reference } from '#shared/reference/reference.ts'
import { named, namesIn } from './about.ts'
import { asNumber, formOf, listIn, only, savedIn, saveMethods } from './fields.ts'
import { idOf, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars, toCents } from './money.ts'
import { dollars, each, listed, pageOf, saved, signatures } from './shapes.ts'

/** The addresses of reference data: of each table its list, its detail and its form, made of its declaration. */
export function mountReference(book: PhraseBook): void {
  for (const of of references) mountOne(book, of)
}

function mountOne({ read, write }: PhraseBook, of: Reference): void {
  const { path, list, detail, saved: addresses = [path], aliases = {}, money = [], note = '', example } = of.rest
  const shapes = shapesOf(of)
  const shown = (row: object) => inDollars(row, money)
  const oneOf = must(queries.get(questionOf(of, 'Detail')))
  const command = must(commands.get(verbOf(of)))
  const form = formOf(command, ...Object.keys(of.fields))
  const sent = {
    ...each(Object.keys(aliases), z.optional(line)),
    ...each(
      money.filter((name) => namesIn(form).includes(name)),
      z.optional(dollars),
    ),
  }

  if (list)
    read(
      path,
      {
        says: saysOf(of),
        who: of.who.sees,
        search: z.extend(listed, each(Object.keys(of.filters ?? {}), z.optional(id))),
        answer: pageOf(shapes.row),
      },
      must(queries.get(questionOf(of, 'List'))),
      only(of.who.sees, (spoken) => ({ ...listIn(spoken, list === 'active' || undefined), ...filtersIn(of, spoken) })),
    )
  if (detail)
    read(
      `${path}/:id`,
      { says: detail, who: of.who.sees, answer: shapes.detail },
      oneOf,
      only(of.who.sees, ({ params }: Spoken) => ({ id: idOf(params.id) })),
      shown,
    )
  for (const address of addresses)
    write(
      saveMethods,
      address,
      {
        says: `Creates ${of.words.one}, or updates the one that \`id\` names${note}.`,
        who: of.who.writes,
        body: z.extend(form, sent),
        answer: saved(shapes.detail),
        example,
      },
      command,
      async (spoken) => toCents(await savedIn(underOwnNames(spoken, aliases), form), money),
      // Of a pool type that is another team's its maker sees no more than its id (C-023).
      async ({ ask, input }) => shown((await ask(oneOf, { id: Number(input.id) })) ?? { id: input.id }),
    )
}

/** What answers tell of a row: in lists, and by itself. */
export function shapesOf({ table, entity, signed, usedBy, rest: { told = {}, money = [] }, ...of }: Reference) {
  const shape = z.extend(syncedTables[table].schema, {
    ...(signed ? signatures : {}),
    ...told,
    ...each(money, dollars),
    ...each(
      toldOf(of).map(([, name]) => name),
      line,
    ),
  })
  const row = named(entity, shape)
  return { row, detail: usedBy?.told ? named(`${entity}Detail`, z.extend(row, { openTaskings: ref })) : row }
}

function saysOf({ words, filters = {}, rest }: Reference): string {
  const parents = Object.values(filters).map((column) => {
    const parent = references.find(({ table }) => isChoice(column) && table === choosable[column].table)
    return `, of one ${nounOf(must(parent))} or of all`
  })
  const active = rest.list === 'active' ? ', active ones unless `active` says otherwise' : ''
  return `The ${words.many}${parents.join('')}${active}, a page at a time.`
}

/** `boc=` and `task=` narrow a list; blank, or no id, they do not. */
function filtersIn({ filters = {} }: Reference, { search }: Spoken): Record<string, number> {
  const ids = Object.entries(filters).map(([name, column]) => [column, asNumber(search[name])] as const)
  return Object.fromEntries(ids.filter((entry): entry is [string, number] => id.safeParse(entry[1]).success))
}

function underOwnNames(spoken: Spoken, aliases: Readonly<Record<string, string>>): Spoken {
  const { fields } = spoken
  const own = Object.entries(aliases).map(([alias, name]) => [name, fields[name] ?? fields[alias]] as const)
  return { ...spoken, fields: { ...fields, ...Object.fromEntries(own) } }
}
