import styled from '@emotion/styled'
import { useEffect, useRef, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchPath } from '../../parts/paths.ts'
import { useShortcuts } from '../../parts/use-shortcuts.ts'
import { Icon } from '../../theme/icon.tsx'
import { media, token } from '../../theme/tokens.ts'
import { searchFrame } from '../../ui/search-frame.ts'

/** Enter goes to Find, or to the tasking whose reference it is; `/` comes here. The term stays in the box while its results are shown (C-082). */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const term = pathname === '/find' ? (new URLSearchParams(search).get('term') ?? '') : ''

  const asked = useRef<string>(null)
  useEffect(() => {
    // What was asked for here comes back a moment later, when more may be typed.
    if (input.current && term !== asked.current) input.current.value = term
    asked.current = null
  }, [term])
  useShortcuts({ search: () => input.current?.focus() })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (!text) return
    asked.current = text
    void navigate(searchPath(text))
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

const Box = styled.form(searchFrame, {
  gap: 8,
  // It has what nobody else needs: what is said of the link stays whole.
  flex: '1 1 0',
  minWidth: 120,
  maxWidth: 372,
  marginRight: 'auto',
  minHeight: 36,
  padding: '0 8px 0 12px',
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
  [media.coarse]: { minHeight: 46, '& input': { fontSize: 16 }, '& kbd': { display: 'none' } },
})
