import { readSession, type KeptSession, type LastSeen } from '../session/kept-session.ts'
import { mustLock } from '../session/touch.ts'
import { modeNow } from '../theme/kept-mode.ts'

/**
 * The dashboard's list as it was last drawn on this device, shown in its place before the app is there (decision 065). It says what it is, is no
 * control, and goes when the true rows are drawn. This and what it imports are all of the app that runs before it: keep it small.
 */
const ID = 'last-seen'
/** By then the sentence of index.html says that the app has not come. */
const LONGEST_MS = 8_000

export async function paintLastSeen(): Promise<void> {
  const seen = lastSeenOf(await readSession())
  if (!seen) return
  draw(seen)
  setTimeout(takeAwayLastSeen, LONGEST_MS)
  // On the screen before anything else runs.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
}

export function takeAwayLastSeen(): void {
  const picture = document.getElementById(ID)
  if (!picture) return
  picture.remove()
  document.body.style.backgroundColor = ''
}

/** Null where it may not be shown, or would not stand where the list will. */
export function lastSeenOf(session: KeptSession | null): LastSeen | null {
  const seen = session?.seen
  if (!seen || mustLock(session)) return null
  const { pathname, search } = location
  // `r` leads elsewhere; another search is another tab or team.
  const isHere = pathname === '/' ? !new URLSearchParams(search).has('r') : pathname === seen.path && search === ''
  return isHere && seen.width === innerWidth && seen.scheme === modeNow() ? seen : null
}

function draw({ boxes, words, styles, family, canvas }: LastSeen): void {
  const picture = document.createElement('div')
  picture.id = ID
  picture.ariaHidden = 'true'
  Object.assign(picture.style, {
    position: 'absolute',
    top: 0,
    left: 0,
    zIndex: 4,
    pointerEvents: 'none',
    fontFamily: family,
    fontVariantNumeric: 'tabular-nums',
  })
  for (const [x, y, width, height, backgroundColor, radius] of boxes)
    place(picture, x, y, { width: px(width), height: px(height), backgroundColor, borderRadius: px(radius) })
  for (const [x, y, width, height, text, style] of words) {
    const [fontWeight, fontSize, color] = styles[style] ?? []
    const size = { maxWidth: px(width), lineHeight: px(height) }
    const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' }
    place(picture, x, y, { ...size, ...cut, fontWeight, fontSize, color }).textContent = text
  }
  document.body.style.backgroundColor = canvas
  document.body.append(picture)
}

function place(picture: HTMLElement, x: number, y: number, style: object): HTMLElement {
  const part = document.createElement('div')
  Object.assign(part.style, { position: 'absolute', left: px(x), top: px(y), ...style })
  picture.append(part)
  return part
}

const px = (value: number): string => `${value}px`
