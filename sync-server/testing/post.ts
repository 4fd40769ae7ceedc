import { randomInt } from 'node:crypto'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import type { Post } from '../execute/effects.ts'

/** A post that keeps what it is given, for tests that read people's letters. What goes into its rows is carried out by nobody. */
export function aPost() {
  const letters: { to: string; subject: string; text: string }[] = []
  const row = (kind: 'letter' | 'now' | 'digest', receiver: string, dueDate: string, expireDate: string) =>
    put('effects', {
      id: randomInt(1, 2 ** 47),
      kind,
      receiver,
      sealed: '',
      attempts: 0,
      createDate: dueDate,
      dueDate,
      expireDate,
    })
  const post: Post = {
    letter: (letter) => {
      letters.push(letter)
      const { until = new Date().toISOString() } = letter
      return [row('letter', '', until, until)]
    },
    line: (kind, receiver, dueDate) => row(kind, receiver, dueDate, dueDate),
    reachesPeople: true,
    publicUrl: 'https://fieldpost.example.org',
  }
  return { letters, post }
}

/** The token of the link in a letter. */
export const tokenIn = (text: string): string => must(/\/(?:reset|setup)#token=([\w-]{43})$/m.exec(text)?.[1], 'a link')
