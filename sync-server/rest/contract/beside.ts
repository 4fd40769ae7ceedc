import * as z from 'zod/mini'
import { day, flag, id, instant, line, ref, text } from '#shared/model/fields.ts'
import { userSchema } from '#shared/model/reference.ts'
import { acceptSchema, firstAdminSchema, loginSchema, resetSchema } from '#shared/protocol/session.ts'
import { deliverySchema, deviceKeySchema, serverKeysSchema, signedReceiptSchema } from '#shared/protocol/courier.ts'
import { roundRequestSchema } from '#shared/protocol/round.ts'
import { activityAnswer } from '../activity.ts'
import { anything, named, nothing, type Line } from '../about.ts'
import { bytes, uploadedFile } from '../shapes.ts'

const message = named('Message', z.object({ message: line }))
const organisation = z.record(z.string(), z.unknown())
const user = named('SignedInUser', z.object(userSchema.def.shape))
const session = { expires: instant, user, organisation }
const oneSession = {
  id,
  label: line,
  createDate: instant,
  expireDate: instant,
  seenDate: z.nullable(instant),
  current: flag,
}
const sessions = z.array(named('SessionSeen', z.object(oneSession)))
const ended = z.object({ ended: ref })
const device = z.object({
  ...{ id, userId: id, label: line, createDate: instant, seenDate: instant, appVersion: line },
  ...{ unsent: z.nullable(ref), unsentSince: z.nullable(instant), sessionId: ref },
  state: z.enum(['signed in', 'signed out', 'over', 'ended', 'forgotten']),
  toldDate: z.nullable(instant),
})
const changes = z.record(z.string(), z.unknown())

/** What is answered beside the phrase-book, described in the same words. */
export const linesBeside: readonly Line[] = [
  {
    ...{ methods: ['POST'], path: '/login', who: 'anybody' },
    refuses: [401],
    says: 'Signs in: a token for the `Authorization: Bearer` header of every other call.',
    body: loginSchema,
    answer: named('Session', z.object({ token: line, ...session })),
    example: { email: 'ana@fieldpost.example', password: 'correct horse' },
  },
  {
    ...{ methods: ['POST'], path: '/login/reset', who: 'anybody' },
    says: 'Asks for a link to choose a new password; the answer is the same for every address.',
    body: resetSchema,
    answer: message,
    example: { email: 'ana@fieldpost.example' },
  },
  {
    ...{ methods: ['POST'], path: '/login/accept', who: 'anybody' },
    refuses: [422],
    says: 'Sets the password of whoever holds the link; sign in with it afterwards.',
    body: acceptSchema,
    answer: message,
    example: { token: 'from-the-link', password: 'correct horse' },
  },
  {
    ...{ methods: ['POST'], path: '/login/first', who: 'anybody' },
    refuses: [422],
    says: 'Makes the first administrator, with the link that the start prints while there is no account.',
    body: firstAdminSchema,
    answer: message,
    example: {
      token: 'from-the-link',
      email: 'ada@fieldpost.example',
      fullName: 'Ada Novak',
      password: 'correct horse',
    },
  },
  {
    ...{ methods: ['GET'], path: '/session' },
    says: 'Who you are, until when, and the settings of the organisation.',
    answer: z.object(session),
  },
  {
    ...{ methods: ['POST'], path: '/logout' },
    says: 'Ends this session: its token is refused from now on.',
    body: nothing,
    answer: z.object({}),
  },
  {
    ...{ methods: ['GET'], path: '/sessions' },
    says: 'Where you are signed in, newest first.',
    answer: sessions,
  },
  {
    ...{ methods: ['DELETE'], path: '/sessions' },
    says: 'Ends every session of yours but this one.',
    body: nothing,
    answer: ended,
  },
  {
    ...{ methods: ['DELETE'], path: '/sessions/:id' },
    says: 'Ends one session.',
    when: 'Your own; an Admin anybody’s, also one that is over: what had been sent goes from its device at its next contact.',
    body: nothing,
    answer: ended,
  },
  {
    ...{ methods: ['GET'], path: '/resources/users/:id/sessions', who: 'endSessions' },
    says: 'Where somebody is signed in.',
    answer: sessions,
  },
  {
    ...{ methods: ['DELETE'], path: '/resources/users/:id/sessions', who: 'endSessions' },
    says: 'Ends all sessions of somebody.',
    body: nothing,
    answer: ended,
  },
  {
    ...{ methods: ['GET'], path: '/devices', who: 'endSessions' },
    says: 'Every device: whose it is, and when it was last heard of, with what stayed unsent on it then.',
    answer: z.array(named('DeviceSeen', device)),
  },
  {
    ...{ methods: ['POST'], path: '/resources/users/:id/reset', who: 'writeResources' },
    says: 'Sends somebody a link to choose a new password, instead of setting it; the answer does not say whether a letter went out.',
    body: nothing,
    answer: message,
  },
  {
    ...{ methods: ['GET'], path: '/calendar' },
    says: 'Since when one’s due dates have an address for calendars; empty when they have none.',
    answer: z.object({ createDate: line }),
  },
  {
    ...{ methods: ['POST'], path: '/calendar' },
    says: 'Makes that address, and ends the one before. It is told this once; whoever has it reads the due dates without signing in.',
    body: nothing,
    answer: z.object({ createDate: line, path: line }),
  },
  {
    ...{ methods: ['DELETE'], path: '/calendar' },
    says: 'Ends that address.',
    body: nothing,
    answer: z.object({ createDate: line }),
  },
  {
    ...{ methods: ['GET'], path: '/calendar/:file', who: 'anybody' },
    refuses: [404, 429],
    says: 'The due dates of a person’s open taskings as all-day events, for a calendar that subscribes to `{secret}.ics`.',
    when: 'The secret in the address is all it takes, while its person is active; it shows what they may see.',
    answer: z.string(),
    type: 'text/calendar',
  },
  {
    ...{ methods: ['POST'], path: '/sync' },
    refuses: [426],
    says: 'One round of a device: its calls up, verdicts and changed rows down; 204 when there is nothing to say.',
    body: roundRequestSchema,
    answer: z.object({
      cursor: text,
      device: id,
      lastSeq: ref,
      outcomes: z.array(z.record(z.string(), z.unknown())),
      changes,
      removed: z.record(z.string(), z.array(id)),
      progress: z.optional(z.array(ref)),
      more: z.optional(z.boolean()),
      reset: z.optional(z.boolean()),
    }),
  },
  {
    ...{ methods: ['GET'], path: '/sync/taskings/:id' },
    says: 'One tasking with all its rows, for a device that does not hold it.',
    answer: z.object({ changes }),
  },
  {
    ...{ methods: ['GET'], path: '/sync/live' },
    says: 'Says that there is news, as it happens; closes when the session ends.',
    when: 'A device that says where it stands is sent small changes themselves (`event: page`): what a round would bring, gzipped, in base64.',
    search: z.object({ protocol: z.optional(ref), cursor: z.optional(line) }),
    answer: z.string(),
    type: 'text/event-stream',
  },
  {
    ...{ methods: ['POST'], path: '/courier/key' },
    refuses: [404],
    says: 'Keeps what a device of yours signs copies with, and answers what they are sealed for.',
    body: deviceKeySchema,
    answer: serverKeysSchema,
  },
  {
    ...{ methods: ['POST'], path: '/courier' },
    refuses: [422],
    says: 'Brings one part of a sealed copy: its calls are judged as their author’s, and who brought them stands in the diary.',
    body: deliverySchema,
    answer: z.object({ receipt: signedReceiptSchema, waits: z.optional(line) }),
  },
  {
    ...{ methods: ['POST'], path: '/files/tus' },
    refuses: [410, 412, 429, 507],
    says: 'Begins an upload in pieces (tus 1.0): `Upload-Length`, and `Upload-Metadata` with `filename` and `projectId` or `requestId`; a `sha256` is compared, and the same `key` is the same upload.',
    when: 'A draft takes files of its owner alone.',
    body: nothing,
    answer: anything,
  },
  {
    ...{ methods: ['PATCH'], path: '/files/tus/:upload' },
    refuses: [409, 410, 412, 422, 423, 507],
    says: 'The next piece, from `Upload-Offset` on; the last one is answered with the file.',
    when: 'Your own uploads.',
    sent: 'application/offset+octet-stream',
    body: bytes,
    answer: z.optional(uploadedFile),
  },
  {
    ...{ methods: ['GET'], path: '/files/tus/:upload' },
    refuses: [409, 410, 412, 422, 423],
    says: 'Asked with HEAD: how far an upload has come.',
    when: 'Your own uploads.',
    answer: anything,
  },
  {
    ...{ methods: ['DELETE'], path: '/files/tus/:upload' },
    refuses: [409, 410, 412, 422, 423],
    says: 'Gives an upload up.',
    when: 'Your own uploads.',
    body: nothing,
    answer: anything,
  },
  {
    ...{ methods: ['GET'], path: '/files/:id/:name' },
    says: 'The bytes of a file, as an attachment; ranges and `If-None-Match` are understood.',
    answer: bytes,
    type: 'application/octet-stream',
  },
  {
    ...{ methods: ['GET'], path: '/projects/:id/activity' },
    says: 'What was changed on a tasking, its deliverables and files, field by field, the newest first; at most 300.',
    answer: activityAnswer,
  },
  {
    ...{ methods: ['GET'], path: '/audit', who: 'seeOrganisation' },
    says: 'Who brought what from one day to another, when it was made and when it came, and what became of it: a table for a spreadsheet.',
    search: z.object({ from: day, to: day, userId: z.optional(line) }),
    answer: bytes,
    type: 'text/csv',
    refuses: [422],
  },
  {
    ...{ methods: ['GET'], path: '/ping', who: 'anybody' },
    says: 'Whether the server can be reached.',
    answer: z.object({ fieldpost: z.literal('pong') }),
  },
  {
    ...{ methods: ['GET'], path: '/names', who: 'anybody' },
    says: 'What the app and whoever runs it are called: what stands on the sign-in page.',
    answer: z.object({ appName: line, companyLine: line }),
  },
  {
    ...{ methods: ['GET'], path: '/health', who: 'anybody' },
    says: 'Whether the process is alive.',
    answer: z.object({ status: z.literal('ok'), version: line, uptime: ref }),
  },
  {
    ...{ methods: ['GET'], path: '/ready', who: 'anybody' },
    says: 'Whether the server can work; 503 when it cannot.',
    answer: z.object({ status: line, database: line, disk: line }),
  },
  {
    ...{ methods: ['GET'], path: '/metrics', who: 'anybody' },
    when: 'With the token of the operator, or from the machine itself.',
    says: 'What the server is doing, for Prometheus.',
    answer: z.string(),
    type: 'text/plain',
  },
  {
    ...{ methods: ['GET'], path: '/openapi.json', who: 'anybody' },
    says: 'This document, as OpenAPI 3.1.',
    answer: anything,
  },
  {
    ...{ methods: ['GET'], path: '/docs', who: 'anybody' },
    says: 'This document, to read.',
    answer: z.string(),
    type: 'text/html',
  },
  {
    ...{ methods: ['GET'], path: '/docs.css', who: 'anybody' },
    says: 'The stylesheet of the page.',
    answer: z.string(),
    type: 'text/css',
  },
]
