import styled from '@emotion/styled'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { idOfReference } from '#shared/model/reference-ids.ts'
import { paths } from '#web/parts/paths.ts'
import { Icon } from '#web/theme/icon.tsx'
import { media, textSize } from '#web/theme/tokens.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { searchFrame } from '#web/ui/search-frame.ts'
import type { FindAddress } from './find-address.ts'

/** Words beside the filters (C-083); a reference opens its tasking. */
export function FindField({ address: { filters, change } }: { address: FindAddress }) {
  const term = filters.term ?? ''
  const [text, setText] = useState(term)
  const [known, setKnown] = useState(term)
  const [asked, setAsked] = useState<string | null>(null)
  const navigate = useNavigate()
  // The address may change without this field. What was asked for here comes back a moment later, when more may be typed.
  if (term !== known) {
    setKnown(term)
    setAsked(null)
    if (term !== asked) setText(term)
  }
  // Back before the page has followed: the address was there and is gone again, and nothing here was drawn anew.
  const goBack = useEffectEvent(() => {
    if (asked === null) return
    setAsked(null)
    setText(term)
  })
  useEffect(() => {
    const heard = () => goBack()
    window.addEventListener('popstate', heard)
    return () => window.removeEventListener('popstate', heard)
  }, [])
  function lookFor(words: string) {
    const { term: _, ...others } = filters
    setAsked(words)
    change(words === '' ? others : { ...others, term: words })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const id = idOfReference(text)
    if (id === null) lookFor(text.trim())
    else void navigate(paths.project(id))
  }
  return (
    <Box role="search" aria-label="In these taskings" onSubmit={submit}>
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label="Search taskings"
        placeholder="Words, pool code, place, person"
        maxLength={200}
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Hint>a reference such as T-42-17 opens at once</Hint>
      {text !== '' && (
        <IconButton
          icon="close"
          label="Clear the words"
          onClick={() => {
            setText('')
            if (filters.term !== undefined) lookFor('')
          }}
        />
      )}
    </Box>
  )
}

const Box = styled.form(searchFrame, {
  gap: 10,
  minHeight: 46,
  marginBottom: 12,
  padding: '0 4px 0 14px',
  '& input': textSize.large,
  [media.phone]: { minHeight: 48, '& input': { fontSize: 16 } },
})
const Hint = styled.span({ ...textSize.small, paddingRight: 10, [media.phone]: { display: 'none' } })
