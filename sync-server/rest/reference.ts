import * as z from 'zod/mini'
import { commands } from '#shared/commands/index.ts'
import { must } from '#shared/lib/must.ts'
import { choosable, isChoice } from '#shared/model/choosable.ts'
import { id, line, ref } from '#shared/model/fields.ts'
import { syncedTables } from '#shared/model/tables.ts'
import { queries } from '#shared/queries/index.ts'
import { importVerbOf, knownTwice, MOST_IMPORTED } from '#shared/reference/import.ts'
import { references } from '#shared/reference/index.ts'
import { nounOf, questionOf, toldOf, verbOf, type Reference } from '#shared/reference/reference.ts'
import { named, namesIn } from './about.ts'
import { asNumber, asTerm, formOf, listIn, savedIn, saveMethods } from './fields.ts'
import { idOf, pick, type PhraseBook, type Spoken } from './mount.ts'
import { inDollars, toCents } from './money.ts'
import { dollars, each, listed, pageOf, saved, signatures } from './shapes.ts'

/** The addresses of reference data: of each table its list, its detail and its form, made of its declaration. */
export function mountReference(book: PhraseBook): void {
  for (const of of references) mountOne(book, of)
}

function mountOne(book: PhraseBook, of: Reference): void {
  const { read, write } = book
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
        search: z.extend(listed, { term: z.optional(line), ...each(Object.keys(of.filters ?? {}), z.optional(id)) }),
        answer: pageOf(shapes.row),
      },
      must(queries.get(questionOf(of, 'List'))),
      (spoken) => ({
        ...listIn(spoken, list === 'active' || undefined),
        ...(spoken.search.term ? { term: asTerm(spoken.search.term) } : {}),
        ...filtersIn(of, spoken),
      }),
    )
  if (detail)
    read(
      `${path}/:id`,
      { says: detail, who: of.who.sees, answer: shapes.detail },
      oneOf,
      ({ params }) => ({ id: idOf(params.id) }),
      shown,
    )
  mountImport(book, of, form, money)
  for (const address of addresses)
    write(
      saveMethods,
      address,
      {
        says: `Creates ${of.words.one}, or updates the one that \`id\` names${note}.`,
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

/** Rows of a file, all of them or none; their ids are minted here. */
function mountImport({ write }: PhraseBook, of: Reference, form: z.ZodMiniObject, money: readonly string[]): void {
  const command = commands.get(importVerbOf(of))
  // What is not saved here is not imported here: accounts bring invitations along.
  if (!command || of.rest.saved?.length === 0) return
  const { id: _, modifiedDate: __, ...columns } = form.def.shape
  const fields = { ...columns, ...knownTwice(of) }
  write(
    'POST',
    `${of.rest.path}/import`,
    {
      says: `Creates ${of.words.many}, at most ${MOST_IMPORTED}, all of them or none.`,
      body: z.object({ rows: z.array(z.object(fields)) }),
      answer: named('Imported', imported),
      example: { rows: [of.rest.example] },
    },
    command,
    async (spoken) => ({ rows: await rowsIn(spoken, Object.keys(fields), (row) => toCents(row, money)) }),
    ({ input }) => howMany(input),
  )
}

export const imported = z.object({ imported: ref })
export const howMany = ({ rows }: Record<string, unknown>) => ({ imported: (rows as unknown[]).length })

/** The rows of a body with their ids; what is no list, or too long, is the command's to refuse. */
export async function rowsIn(
  { fields: { rows }, newId }: Spoken,
  names: readonly string[],
  read: (row: Record<string, unknown>) => object = (row) => row,
): Promise<unknown> {
  if (!Array.isArray(rows) || rows.length > MOST_IMPORTED) return rows
  const told: object[] = []
  for (const row of rows as unknown[])
    told.push({ ...read(pick(Object(row) as Record<string, unknown>, names)), id: await newId() })
  return told
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
  return { row, detail: usedBy ? named(`${entity}Detail`, z.extend(row, { openTaskings: ref })) : row }
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
