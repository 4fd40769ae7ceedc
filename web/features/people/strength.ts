import type { Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { passwordProblem } from '#shared/rules/passwords.ts'

export interface Strength {
  /** Of four parts. */
  parts: 0 | 1 | 2 | 3 | 4
  word: string
  /** Why it is not taken; null when it is. */
  problem: string | null
}

/**
 * How hard a password is to guess, as four parts and a word: length counts, and how many different characters there are, as in a few words
 * after each other. Whether it is taken is the server's rule, the same one.
 */
export function strengthOf(
  password: string,
  organisation: Pick<Organisation, 'passwordMinLength'>,
  person: Pick<User, 'email' | 'fullName'>,
): Strength {
  if (password === '') return { parts: 0, word: '', problem: null }
  const problem = passwordProblem(password, organisation, person)
  if (problem) return { parts: 1, word: 'Weak', problem }
  const worth = Math.min(password.length, 2 * new Set(password.toLowerCase()).size)
  if (worth >= 20) return { parts: 4, word: 'Very strong', problem }
  if (worth >= 14) return { parts: 3, word: 'Strong', problem }
  return { parts: 2, word: 'Fair', problem }
}
