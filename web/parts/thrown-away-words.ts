import type { ThrownAway } from '../session/beside.ts'

/** "3 of 3 unsent items were put back", in the words of before or after signing in. */
export function thrownAwayWords({ items, back, texts, textsBack = 0 }: ThrownAway, isSignedIn: boolean): string {
  const counted = `${back} of ${items} unsent ${items === 1 ? 'item' : 'items'}`
  const putBack = isSignedIn
    ? `${back === 1 || items === 1 ? 'was' : 'were'} put back.`
    : 'can be put back: sign in as before.'
  const typedBack = isSignedIn
    ? `${textsBack === 1 ? 'was' : 'were'} put back.`
    : `${textsBack === 1 ? 'comes' : 'come'} back when you sign in.`
  return [
    "This browser removed Fieldpost's data from this device.",
    items > 0 ? `${counted} ${putBack}` : 'Everything you had finished was already sent.',
    ...(textsBack > 0 ? [`${halfTyped(textsBack)} ${typedBack}`] : []),
    ...(texts > 0 ? [`${halfTyped(texts)} ${texts === 1 ? 'is' : 'are'} lost.`] : []),
  ].join(' ')
}

const halfTyped = (texts: number) => (texts === 1 ? 'One half-typed text' : `${texts} half-typed texts`)
