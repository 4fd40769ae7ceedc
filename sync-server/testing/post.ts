import { must } from '#shared/lib/must.ts'
import type { Post } from '../auth/letters.ts'

/** A post that keeps what it is given, for tests that read people's letters. */
export function aPost() {
  const letters: { to: string; subject: string; text: string }[] = []
  const post: Post = {
    send: (letter) => Promise.resolve(void letters.push(letter)),
    reachesPeople: true,
    publicUrl: 'https://fieldpost.example.org',
  }
  return { letters, post }
}

/** The token of the link in a letter. */
export const tokenIn = (text: string): string => must(/\/(?:reset|setup)#token=([\w-]{43})$/m.exec(text)?.[1], 'a link')
