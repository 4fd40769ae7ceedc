import styled from '@emotion/styled'
import { useEffect, useRef, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../parts/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { radius, token } from '../../ui/tokens.ts'

/** Enter goes to Find; `/` comes here. The term stays in the box while its results are shown (C-082). */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const term = pathname === '/find' ? (new URLSearchParams(search).get('term') ?? '') : ''

  useEffect(() => {
    if (input.current) input.current.value = term
  }, [term])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim()
    if (text) void navigate(paths.find({ type: 'search', term: text }))
  }
  return (
    <Box role="search" onSubmit={submit}>
      <Icon name="search" size={18} />
      <input
        ref={input}
        type="search"
        aria-label="Search taskings, pool codes, people"
        placeholder="Search taskings, pool codes, people"
        maxLength={200}
        enterKeyHint="search"
      />
      <kbd aria-hidden>/</kbd>
    </Box>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const Box = styled.form({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: '0 1 372px',
  minWidth: 160,
  height: 36,
  padding: '0 8px 0 12px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  background: token.surface,
  color: token.text2,
  '&:has(input:focus-visible)': { outline: `2px solid ${token.focus}`, outlineOffset: 2 },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: '100%',
    border: 0,
    padding: 0,
    outline: 0,
    background: 'none',
    color: token.text,
    textOverflow: 'ellipsis',
    appearance: 'none',
  },
  '& input::-webkit-search-cancel-button': { display: 'none' },
  '& kbd': {
    minWidth: 20,
    padding: '0 6px',
    border: `1px solid ${token.divider}`,
    borderRadius: 4,
    background: token.sunken,
    font: 'inherit',
    fontSize: 12,
    lineHeight: '18px',
    fontWeight: 500,
    textAlign: 'center',
  },
  '& input:focus ~ kbd': { visibility: 'hidden' },
  '@media (pointer: coarse)': { height: 44, '& input': { fontSize: 16 }, '& kbd': { display: 'none' } },
})
