import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { createHash, randomUUID } from 'node:crypto'
import { isRefusal, type FieldError } from '#shared/kernel/refusal.ts'
import { many } from '#shared/kernel/reads.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import type { AnswerOf, AnyQuery, InputOf } from '#shared/kernel/query.ts'
import type { Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { CallRow, SessionRow } from '#shared/model/server-tables.ts'
import { verdictOn } from '#shared/rules/abilities.ts'
import { can, isCapability } from '#shared/rules/access.ts'
import { execute, type OutOfOrder, type Server, type Verdict } from '../execute/execute.ts'
import type { Note } from '../http/note.ts'
import { createTurns } from '../http/turns.ts'
import type { NewId } from '../store/ids.ts'
import { ask } from '../execute/ask.ts'
import { answerRefusal, forbidden, notFound } from '../execute/errors.ts'
import type { About, AboutWrite, Line, Method } from './about.ts'

export interface RestVariables {
  Variables: { actor: User; session: SessionRow; body: unknown; requestId: string; address: string; note: Note }
}

/** What a request says, taken apart for a line of the phrase-book. */
export interface Spoken {
  params: Record<string, string>
  search: Record<string, string>
  /** The same with every value of a name that came several times. */
  searchAll: Record<string, string[]>
  body: unknown
  /** The body when it is an object; else nothing. */
  fields: Record<string, unknown>
  actor: User
  session: SessionRow
  address: string
  note: Note
  organisation: Organisation
  newId: NewId
  ask<Q extends AnyQuery>(query: Q, input: InputOf<Q>): Promise<AnswerOf<Q>>
}
/** What became of a write, for shaping its answer. */
export interface Told {
  input: Record<string, unknown>
  verdict: Verdict
  ask: Spoken['ask']
}

type Input = Record<string, unknown>
/**
 * A command with its input; with `through` it goes through another server, which may `tell` more of what became of it: of what it did
 * now, or of the `first` call under this key. `errors` are told with those of the command.
 */
export type Call = [
  command: AnyCommand,
  input: Input,
  aside?: { through?: Server; tell?: (first?: CallRow) => Promise<object>; errors?: readonly FieldError[] } | undefined,
]
type Became = Omit<Told, 'ask'> & { first?: CallRow | undefined }
type Shape = (told: Told) => unknown
type WriteMethod = Exclude<Method, 'GET'>

export type PhraseBook = ReturnType<typeof phraseBook>

/** As many questions of one person are looked up at once: pages of a million wait behind one another in one thread. */
const AT_ONCE = 4

/**
 * The grammar of REST: `read` turns an address into a question, `write` turns an address and a body into a command. What a
 * line does not take from the body does not exist; what it takes is checked by the command's own schema. Each line says
 * what it is (`about`), and the book keeps the list.
 */
export function phraseBook<E extends RestVariables>(app: Hono<E>, server: Server, newId: NewId) {
  const lines: Line[] = []
  const inTurn = createTurns(AT_ONCE)

  const listen = (c: Context<E>): Spoken => {
    const { actor, session, address, note, body } = c.var
    const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Input) : {}
    const params = c.req.param() as Record<string, string>
    return {
      params,
      search: c.req.query(),
      searchAll: c.req.queries(),
      body,
      fields,
      actor,
      session,
      address,
      note,
      organisation: server.organisation,
      newId,
      ask: (query, input) => ask(server, actor, query, input),
    }
  }

  function read<Q extends AnyQuery>(
    path: string,
    about: About,
    query: Q,
    toInput: (spoken: Spoken) => InputOf<Q>,
    shape: (answer: NonNullable<AnswerOf<Q>>, spoken: Spoken) => unknown = (answer) => answer,
  ): void {
    lines.push({ methods: ['GET'], path, asks: query, ...about })
    app.get(path, async (c) => {
      const spoken = listen(c)
      refuseStrangers(about.who, spoken)
      const answer = await inTurn(spoken.actor.id, () => spoken.ask(query, toInput(spoken)))
      if (answer === null || answer === undefined) throw notFound()
      const shaped = await shape(answer, spoken)
      if (!(shaped instanceof Response)) return c.json(shaped as object)
      // Scar: a Response handed on as it is goes without the headers of every answer.
      return c.newResponse(shaped.body, 200, Object.fromEntries(shaped.headers))
    })
  }

  const write = (
    methods: WriteMethod | WriteMethod[],
    path: string,
    about: AboutWrite,
    command: AnyCommand,
    toInput: (spoken: Spoken) => Input | Promise<Input>,
    shape: Shape = () => ({}),
  ): void => writeOneOf(methods, path, about, [command], async (spoken) => [command, await toInput(spoken)], shape)

  /** For addresses that stand for several commands: the body says which. */
  function writeOneOf(
    methods: WriteMethod | WriteMethod[],
    path: string,
    about: AboutWrite,
    does: readonly AnyCommand[],
    toCall: (spoken: Spoken) => Promise<Call>,
    shape: Shape = () => ({}),
  ): void {
    lines.push({ methods: [methods].flat(), path, does, ...about })
    app.on([methods].flat(), [path], async (c) => {
      const spoken = listen(c)
      const isStranger = does.every(({ ability }) => isCapability(ability) && !can(spoken.actor, ability))
      const [command, input, aside] = await toCall(isStranger ? { ...spoken, newId: noId } : spoken)
      const told = { ...(await carryOut(c, command, input, aside)), ask: spoken.ask }
      const { refusal, nothing, conflicts } = told.verdict
      if (refusal && isRefusal(refusal)) {
        const current =
          refusal.refused === 'changed-since-seen' ||
          refusal.refused === 'moved-on' ||
          refusal.refused === 'already-decided'
        return answerRefusal(c as Context, refusal, current ? await shape(told) : undefined)
      }
      const shaped = await shape(told)
      const answer = aside?.tell ? { ...(shaped as object), ...(await aside.tell(told.first)) } : shaped
      if (!nothing && !conflicts) return c.json(answer as object)
      return c.json({
        ...(nothing ? { already: nothing } : {}),
        ...(conflicts ? { conflicts } : {}),
        ...(answer as object),
      })
    })
  }

  async function carryOut(
    c: Context<E>,
    command: AnyCommand,
    input: Input,
    { through = server, errors = [] }: NonNullable<Call[2]> = {},
  ): Promise<Became> {
    const { actor, address } = c.var
    const from = { ...through, address }
    const key = c.req.header('idempotency-key')
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
      throw new HTTPException(400, { message: 'An Idempotency-Key is 1 to 200 visible characters.' })
    const callId = key === undefined ? `rest-${randomUUID()}` : `${actor.id}:${key}`
    const at = server.now()
    const call = { userId: actor.id, device: 0, seq: null, callId, name: command.name, input, at, errors }
    if (key === undefined) return { input, verdict: judged(await execute(from, call, actor)) }
    const asked = askedIn(c)
    return firstTold(callId, asked, judged(await execute(from, { ...call, asked }, actor)))
  }

  /** A repeat is answered with what the first call made: its ids, not the ones minted for the repeat. */
  async function firstTold(callId: string, asked: string, verdict: Verdict): Promise<Became> {
    const { calls } = await server.store.read({ reads: { calls: many('calls', { callId }) } })
    const [first] = calls
    const known = (first?.detail as { asked?: string } | undefined)?.asked
    // Of calls from before this was kept nobody knows what they asked.
    if (known !== undefined && known !== asked)
      throw new HTTPException(422, {
        message:
          'This Idempotency-Key came before with another call, so nothing was done now. Take a new key for a new call.',
      })
    return { input: (first?.input ?? {}) as Input, verdict, first }
  }

  return { read, write, writeOneOf, lines: lines as readonly Line[] }
}

/** Before anything is looked up. What an address is about is asked for only where that decides. */
function refuseStrangers(who: About['who'], { params, actor, organisation }: Spoken): void {
  if (who === undefined || who === 'anybody') return
  const about = {
    get id() {
      return idOf(params.id)
    },
  }
  const isTheirs = isCapability(who) ? can(actor, who) : verdictOn(who, about, { actor, organisation }) === null
  if (!isTheirs) throw forbidden()
}

/**
 * Whoever may do nothing of what a line does, by role alone, spends no ids on it: what has none is refused by the door, which says that they may
 * not and writes down what they asked for.
 */
const noId: NewId = () => Promise.resolve(0)

function judged(verdict: Verdict | OutOfOrder): Verdict {
  if (typeof verdict === 'string') throw new HTTPException(401, { message: 'Sign in to go on.' })
  return verdict
}

/**
 * What a request asks for, as a hash. Not the command's input: ids are minted into that, and what was seen is read into it.
 * Passwords stay out, for the hash is kept and they can be guessed from it.
 */
function askedIn<E extends RestVariables>(c: Context<E>): string {
  const { pathname, search } = new URL(c.req.url)
  const body = JSON.stringify(c.var.body, (name, value: unknown) => (/password/i.test(name) ? null : value))
  return createHash('sha256')
    .update(JSON.stringify([c.req.method, pathname, search, body]))
    .digest('base64url')
}

/** The id in an address; an address with anything else leads nowhere. */
export function idOf(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || !/^\d+$/.test(text ?? '')) throw notFound()
  return id
}

/** Some of the fields, as they came; those that did not come are left out. */
export const pick = (fields: Input, names: readonly string[]): Input =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))

/** A bare value, or one wrapped as `{id}`, `{value}` or `{requestId}` (C-220). */
export const bareValue = ({ body, fields }: Spoken, ...names: string[]): unknown => {
  if (typeof body !== 'object') return body
  return [...names, 'id', 'value'].map((name) => fields[name]).find((value) => value !== undefined)
}

/** For an address that is a yes by itself, whose body says `true` or more of it: one that says no is none. */
export function refuseNo({ body, fields }: Spoken): void {
  const told = typeof body === 'object' ? fields.value : body
  if ([false, 0, 'false', '0'].includes(told as never)) throw new HTTPException(422, { message: noAnswer })
}
const noAnswer = 'This address takes true. Nothing was done; a tasking is refused with deny'

const otherId = 'The id in the body is not the id in the address. Please send one of them'

/** An id may be told twice, in the address and in the body; then both must say the same. */
export function sameId(id: number, told: unknown): number {
  if (told !== undefined && told !== null && told !== id)
    throw new HTTPException(422, { message: otherId, cause: { errors: [{ field: 'id', message: otherId }] } })
  return id
}
