import type { ThrownAway } from '../session/beside.ts'

/** "3 of 3 unsent items were put back", in the words of before or after signing in. */
export function thrownAwayWords({ items, back, texts }: ThrownAway, isSignedIn: boolean): string {
  const counted = `${back} of ${items} unsent ${items === 1 ? 'item' : 'items'}`
  const putBack = isSignedIn
    ? `${back === 1 || items === 1 ? 'was' : 'were'} put back.`
    : 'can be put back: sign in as before.'
  return [
    "This browser removed Fieldpost's data from this device.",
    items > 0 ? `${counted} ${putBack}` : 'Everything you had finished was already sent.',
    ...(texts > 0 ? [`${texts === 1 ? 'One half-typed text is' : `${texts} half-typed texts are`} lost.`] : []),
  ].join(' ')
}
