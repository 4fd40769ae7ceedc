/**
 * The sign-in backdrops, drawn from their number: `index % 7` is the palette, `index / 7` the land
 * (ridges, dunes, peaks, isles). The same number is the same picture on every device; none exceeds 3,000 bytes.
 */
export const BACKDROP_COUNT = 28

export function backdropSvg(index: number): string {
  const number = ((Math.trunc(index) % BACKDROP_COUNT) + BACKDROP_COUNT) % BACKDROP_COUNT
  const random = seeded(number)
  const palette = palettes[number % palettes.length] ?? firstPalette
  const land = lands[Math.floor(number / palettes.length)] ?? ridges

  const sun = drawSun(random)
  return draw(palette, land, random, sun)
}

/** Behind the lock, always the same: low land, no sun and no rings. */
export const nightSvg = (): string => draw(night, plain, seeded(0), '')

function draw(palette: Palette, land: Land, random: () => number, sun: string): string {
  const layers = palette.layers.map((fill, layer) => `<path fill="${fill}" d="${drawLayer(land, layer, random)}"/>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMax slice">` +
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${palette.sky}"/><stop offset="1" stop-color="${palette.horizon}"/></linearGradient>` +
    `<path fill="url(#s)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${sun}${layers.join('')}` +
    (sun && `<g fill="none" stroke="#fff" opacity=".2" stroke-width=".8">${drawRings(random)}</g>`) +
    '</svg>'
  )
}

const WIDTH = 720
const HEIGHT = 450

interface Palette {
  sky: string
  horizon: string
  layers: readonly string[]
}

const firstPalette: Palette = {
  sky: '#DCE9F7',
  horizon: '#F7E9D8',
  layers: ['#cbd6e2', '#bbcadc', '#99b2cf', '#658cbb', '#1e58a0'],
}

const palettes: readonly Palette[] = [
  firstPalette,
  { sky: '#E4EEF2', horizon: '#F9F1E1', layers: ['#d0dddd', '#c0d3d4', '#9dbcc1', '#6799a3', '#1f6a7a'] },
  { sky: '#E9E6F5', horizon: '#FBE9DD', layers: ['#dbd2e1', '#cfc6da', '#b6abcb', '#8e81b4', '#594995'] },
  { sky: '#E3F0EC', horizon: '#FAF3DF', layers: ['#d0dfd5', '#c0d5ca', '#9dbdb2', '#679a8e', '#1f6a5c'] },
  { sky: '#F3E7E0', horizon: '#FBF3E4', layers: ['#e9d8ca', '#e1ccbc', '#d0b39e', '#b68d70', '#945931'] },
  { sky: '#DFE8F5', horizon: '#EFF3F0', layers: ['#cdd9e4', '#bfcedc', '#9fb5c9', '#6f8fab', '#2f5c84'] },
  { sky: '#F0E4EC', horizon: '#FBEFE2', layers: ['#e5d2d8', '#ddc4ce', '#caa8b8', '#ac7b96', '#853f67'] },
]

const night: Palette = {
  sky: '#0E1A30',
  horizon: '#23385C',
  layers: ['#324c77', '#2f4871', '#2c446b', '#294065', '#263c5f'],
}

/** The ground above the picture is as dark as its sky. */
export const nightSky = night.sky

interface Land {
  /** Mean height of each layer, from the farthest, as a share of the picture from the top. */
  heights: readonly number[]
  /** How far a layer rises and falls, from the farthest, as a share of the picture. */
  swings: readonly number[]
  step: number
  jagged?: boolean
}

const ridges: Land = { heights: [0.42, 0.55, 0.69, 0.81, 0.925], swings: [0.12, 0.1, 0.075, 0.06, 0.05], step: 112 }
const dunes: Land = { heights: [0.46, 0.57, 0.69, 0.82, 0.94], swings: [0.055, 0.05, 0.045, 0.04, 0.025], step: 150 }
const plain: Land = { ...dunes, heights: [0.73, 0.78, 0.83, 0.89, 0.95] }
const peaks: Land = {
  heights: [0.4, 0.5, 0.67, 0.79, 0.91],
  swings: [0.13, 0.13, 0.1, 0.08, 0.06],
  step: 68,
  jagged: true,
}
const isles: Land = { heights: [0.47, 0.57, 0.7, 0.83, 0.95], swings: [0.1, 0.08, 0.065, 0.055, 0.035], step: 84 }
const lands: readonly Land[] = [ridges, dunes, peaks, isles]

interface Point {
  x: number
  y: number
}

function drawSun(random: () => number): string {
  const x = Math.round(WIDTH * (0.58 + random() * 0.3))
  const y = Math.round(HEIGHT * (0.22 + random() * 0.12))
  const r = Math.round(26 + random() * 14)
  const disc = (radius: number, opacity: string) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff" opacity="${opacity}"/>`
  return disc(Math.round(r * 1.7), '.3') + disc(r, '.9')
}

function drawLayer(land: Land, layer: number, random: () => number): string {
  const mean = (land.heights[layer] ?? 0.9) * HEIGHT
  const swing = (land.swings[layer] ?? 0.05) * HEIGHT
  const points: Point[] = []
  let up = random() < 0.5
  for (let x = 0; x < WIDTH; x += land.step * (0.6 + random() * 0.8)) {
    if (WIDTH - x < land.step * 0.45) break
    // Peaks alternate; hills wander, because alternating curves look like a wave machine.
    const height = land.jagged ? (up ? -1 : 1) * (0.3 + random() * 0.7) : random() * 2 - 1
    points.push({ x: Math.round(x), y: Math.round(mean + swing * height) })
    up = !up
  }
  points.push({ x: WIDTH, y: Math.round(mean + swing * (random() - 0.5)) })
  const line = land.jagged
    ? points
        .slice(1)
        .map((point) => `L${point.x} ${point.y}`)
        .join('')
    : smooth(points, 0.38)
  return `M0 ${HEIGHT}V${points[0]?.y ?? HEIGHT}${line}V${HEIGHT}z`
}

function drawRings(random: () => number): string {
  const centre = { x: WIDTH * (0.55 + random() * 0.2), y: HEIGHT * (0.96 + random() * 0.05) }
  const wobble = Array.from({ length: 8 }, () => 0.8 + random() * 0.4)
  return [0.2, 0.4, 0.6, 0.8, 1].map((size) => `<path d="${drawRing(centre, wobble, size)}"/>`).join('')
}

function drawRing(centre: Point, wobble: readonly number[], size: number): string {
  const points = wobble.map((share, corner) => {
    const angle = (corner / wobble.length) * 2 * Math.PI
    return {
      x: Math.round(centre.x + Math.cos(angle) * share * size * WIDTH * 0.5),
      y: Math.round(centre.y + Math.sin(angle) * share * size * HEIGHT * 0.3),
    }
  })
  const at = (corner: number) => points[(corner + points.length) % points.length] ?? centre
  const curves = points.map((point, corner) => {
    const [before, next, after] = [at(corner - 1), at(corner + 1), at(corner + 2)]
    const out = `${Math.round(point.x + (next.x - before.x) / 6)} ${Math.round(point.y + (next.y - before.y) / 6)}`
    const into = `${Math.round(next.x - (after.x - point.x) / 6)} ${Math.round(next.y - (after.y - point.y) / 6)}`
    return `C${out} ${into} ${next.x} ${next.y}`
  })
  return `M${at(0).x} ${at(0).y}${curves.join('')}z`
}

/** Curves through the points whose handles follow the slope on both sides: no kinks; never back in x: no loops. */
function smooth(points: readonly Point[], reach: number): string {
  const slope = (at: number) => {
    const [before, after] = [points[at - 1], points[at + 1]]
    return before && after ? (after.y - before.y) / (after.x - before.x) : 0
  }
  return points
    .slice(1)
    .map((to, at) => {
      const from = points[at] ?? to
      const length = (to.x - from.x) * reach
      const out = `${Math.round(from.x + length)} ${Math.round(from.y + slope(at) * length)}`
      const into = `${Math.round(to.x - length)} ${Math.round(to.y - slope(at + 1) * length)}`
      return `C${out} ${into} ${to.x} ${to.y}`
    })
    .join('')
}

/** mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
