import styled from '@emotion/styled'
import { textSize, toneFill, toneText, type Tone } from '../theme/tokens.ts'

interface AvatarProps {
  /** Decides the tint, so a person keeps theirs on every screen. */
  id: string | number
  name: string
  size?: 24 | 28
}

/** Decoration beside a written name; it is hidden from readers. */
export function Avatar({ id, name, size = 28 }: AvatarProps) {
  const tone = toneOf(String(id))
  return (
    <Round aria-hidden style={{ width: size, height: size, background: toneFill(tone), color: toneText(tone) }}>
      {initialsOf(name)}
    </Round>
  )
}

const Round = styled.div({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  borderRadius: '50%',
  overflow: 'hidden',
  ...textSize.fixed,
  fontWeight: 600,
  lineHeight: 1,
  letterSpacing: '-0.02em',
  userSelect: 'none',
})

const tints: readonly Tone[] = ['acceptance', 'authorization', 'progress', 'approval', 'overdue', 'completed']

function toneOf(id: string): Tone {
  let hash = 7
  for (const char of id) hash = (hash * 31 + char.charCodeAt(0)) >>> 0
  return tints[hash % tints.length] ?? 'acceptance'
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.[0] ?? ''
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}
