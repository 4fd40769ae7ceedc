import * as z from 'zod/mini'
import * as messages from '../model/messages.ts'
import { called, emailOf } from '../model/fields.ts'
import { MIN_PASSWORD, type Organisation } from '../model/limits.ts'
import type { User } from '../model/reference.ts'

const MAX_PASSWORD = 200
const passwordText = z
  .string(messages.password)
  .check(z.minLength(MIN_PASSWORD, messages.password), z.maxLength(MAX_PASSWORD, messages.tooLong(MAX_PASSWORD)))

/** The sign-in form, and the body of `POST login`. */
export const loginSchema = z.strictObject({
  email: emailOf(messages.email),
  password: passwordText,
})
export type Login = z.infer<typeof loginSchema>

/** Who the first administrator is, and the body of `POST login/first` with the token of the link and a password. */
export const personSchema = z.strictObject({
  email: loginSchema.def.shape.email,
  fullName: called(messages.fullName),
})
export const firstAdminSchema = z.strictObject({
  ...personSchema.def.shape,
  token: z.string(messages.linkOver).check(z.maxLength(200, messages.linkOver)),
  password: passwordText,
})
export type FirstAdmin = z.infer<typeof firstAdminSchema>

export const resetSchema = z.strictObject({ email: loginSchema.def.shape.email })

/** The body of `POST login/accept`: the token of a link, and the password that was chosen. */
export const acceptSchema = z.strictObject({
  token: z.string(messages.linkOver).check(z.maxLength(200, messages.linkOver)),
  password: z.string(messages.password),
})

/** One place where somebody is signed in: what `GET sessions` lists. */
export interface SessionSeen {
  id: number
  /** `Chrome on Windows`, as far as the browser says. */
  label: string
  createDate: string
  expireDate: string
  /** When it was last heard of; null when never, or when the server was killed within minutes after. */
  seenDate: string | null
  /** Whether it is the one that asks. */
  current: boolean
}

/** A device as Admins see it: what `GET devices` lists. */
export interface DeviceSeen {
  /** Its number. */
  id: number
  userId: number
  /** `Chrome on Android`, as far as the browser says. */
  label: string
  createDate: string
  /** Its last round, and what its app said of itself then; `unsent` is null where it said nothing. */
  seenDate: string
  appVersion: string
  unsent: number | null
  unsentSince: string | null
  /** Of its last session. It can be ended while it is `signed in` or `over`. */
  sessionId: number
  state: 'signed in' | 'signed out' | 'over' | 'ended' | 'forgotten'
  /** When a device that was `ended` has asked since, and heard of it. */
  toldDate: string | null
}

/** The answer of `POST login`; kept on the device so that page and service worker read the same one. */
export interface Session {
  token: string
  /** Absolute: 69,000,000 ms after sign-in, never prolonged (C-092). */
  expires: string
  user: User
  organisation: Organisation
}

export interface ApiError {
  code: string
  message: string
  errors?: { field: string; message: string }[]
  requestId: string
}
