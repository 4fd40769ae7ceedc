import { keepLastSeen, type LastSeen } from '#web/session/kept-session.ts'
import { modeNow } from '#web/theme/kept-mode.ts'

/** Keeps words and grounds of the list on this card where they stand, for the next start (decision 065). */
export async function keepPictureOf(card: HTMLElement, userId: number): Promise<void> {
  const seen = pictureOf(card)
  const text = JSON.stringify(seen)
  if (text === kept) return
  await keepLastSeen(userId, seen)
  kept = text
}
let kept = ''

/** As quiet as a caption, where the tabs will stand. */
const CAPTION = 'As last seen on this device'
const EDGE = 20

function pictureOf(card: HTMLElement): LastSeen {
  const [ground, list] = [getComputedStyle(card), card.querySelector('[data-rows]') ?? card]
  const styles: LastSeen['styles'] = []
  const styleOf = (element: Element): number => {
    const { fontWeight, fontSize, color } = getComputedStyle(element)
    const found = styles.findIndex(
      ([weight, size, colour]) => weight === fontWeight && size === fontSize && colour === color,
    )
    return found < 0 ? styles.push([fontWeight, fontSize, color]) - 1 : found
  }
  const words = textsIn(list).flatMap((node) => {
    const element = node.parentElement ?? list
    const clip = clipOf(element)
    const lines = linesOf(node).filter(({ box }) => clip.right - clip.left > 4 && box.width > 0)
    const shown = lines.filter(({ box }) => box.bottom <= clip.bottom + 2)
    const last = shown.at(-1)
    if (last && shown.length < lines.length) last.text += '…'
    return shown.map(({ box, text }) => wordsAt(box, clip.right - box.left, text, styleOf(element)))
  })
  const head = card.getBoundingClientRect()
  const caption = new DOMRect(head.left + EDGE, head.top + 14, 0, 20)
  const quiet = styles.push([ground.fontWeight, ground.fontSize, colourOf('--fp-text2')]) - 1
  return {
    path: location.pathname,
    width: innerWidth,
    scheme: modeNow(),
    family: ground.fontFamily,
    canvas: getComputedStyle(document.body).backgroundColor,
    boxes: [
      // The line around the card, and the card.
      boxAt(head, ground.borderTopColor, radiusOf(ground)),
      boxAt(inside(head), ground.backgroundColor, radiusOf(ground) - 1),
      ...[...list.querySelectorAll('*')].flatMap(groundsOf),
    ],
    words: [wordsAt(caption, head.width - 2 * EDGE, CAPTION, quiet), ...words],
    styles,
  }
}

type Box = LastSeen['boxes'][number]
const round = (value: number): number => Math.round(value * 4) / 4
/** From the top of the page, wherever it is scrolled to. */
const boxAt = ({ x, y, width, height }: DOMRect, colour: string, radius: number): Box => [
  round(x + scrollX),
  round(y + scrollY),
  round(width),
  round(height),
  colour,
  radius,
]
const wordsAt = ({ x, y, height }: DOMRect, room: number, text: string, style: number): LastSeen['words'][number] => [
  round(x + scrollX),
  round(y + scrollY),
  Math.ceil(room),
  round(height),
  text,
  style,
]
const inside = ({ x, y, width, height }: DOMRect) => new DOMRect(x + 1, y + 1, width - 2, height - 2)
const radiusOf = ({ borderTopLeftRadius }: CSSStyleDeclaration): number => parseFloat(borderTopLeftRadius)
const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)

/** Chips, lines between rows, and the bar at the start of a row; not the ground of what a hand happens to rest on. */
function groundsOf(element: Element): Box[] {
  const box = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const bar = getComputedStyle(element, '::before')
  const isRow = element.matches('tr, li')
  const found: Box[] = []
  if (isOpaque(style.backgroundColor) && !element.matches('td, ul, a'))
    found.push(boxAt(box, style.backgroundColor, radiusOf(style)))
  else if (parseFloat(style.borderTopWidth) > 0 && parseFloat(style.borderBottomWidth) > 0)
    found.push(boxAt(box, style.borderTopColor, radiusOf(style)), boxAt(inside(box), colourOf('--fp-surface'), 5))
  if (isRow && element.nextElementSibling)
    found.push(boxAt(new DOMRect(box.x, box.bottom - 1, box.width, 1), colourOf('--fp-divider'), 0))
  if (element.hasAttribute('data-toned'))
    found.push(boxAt(new DOMRect(box.x, box.y + 4, 4, box.height - 8), bar.backgroundColor, 2))
  return found
}
const isOpaque = (colour: string): boolean => !/^(transparent|rgba\(.*, 0\))$/.test(colour)

function textsIn(list: Element): Text[] {
  const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found.filter(({ data }) => data.trim() !== '')
}

/** What cuts off the words of an element: itself or what it stands in, without its edge. */
function clipOf(element: Element): { left: number; right: number; bottom: number } {
  let clip: Element = element
  while (getComputedStyle(clip).overflowX === 'visible' && !clip.matches('td, li, th') && clip.parentElement)
    clip = clip.parentElement
  const { left, right, bottom } = clip.getBoundingClientRect()
  return { left, right: right - parseFloat(getComputedStyle(clip).paddingRight), bottom }
}

/** Words that stand on one line, and where. */
function linesOf(node: Text): { text: string; box: DOMRect }[] {
  const lines: { text: string; box: DOMRect }[] = []
  const range = document.createRange()
  // A line may break after a hyphen, too.
  for (const { index, 0: word } of node.data.matchAll(/\s*[^\s-]*-?/g)) {
    range.setStart(node, index + word.length - word.trimStart().length)
    range.setEnd(node, index + word.length)
    const box = range.getBoundingClientRect()
    const line = lines.at(-1)
    if (line && Math.abs(line.box.top - box.top) < 2) line.text += word.replace(/^\s+/, ' ')
    else if (word.trim() !== '') lines.push({ text: word.trim(), box })
  }
  return lines
}
