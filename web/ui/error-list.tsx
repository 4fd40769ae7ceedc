import styled from '@emotion/styled'
import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

export interface ListedError {
  message: string
  /** The id given to the Field; pressing the error moves there. */
  fieldId?: string
  /** The tab or section the field is on; errors are grouped under it. */
  group?: string
}

export interface ErrorListProps {
  errors: readonly ListedError[]
  title?: string
  intro?: string
  /** Called before moving to the field: the place to open its tab. */
  onSelect?: (error: ListedError) => void
}

/** "All Errors": takes the focus when errors appear and leads to each field. */
export function ErrorList({ errors, title = 'All Errors', intro, onSelect }: ErrorListProps) {
  const block = useRef<HTMLDivElement>(null)
  const fingerprint = errors.map((error) => `${error.fieldId}:${error.message}`).join('\n')

  const before = useRef('')
  useEffect(() => {
    // Errors that vanish while typing must not pull the caret out of the field.
    if (errors.length > 0 && before.current === '') block.current?.focus()
    before.current = fingerprint
  }, [fingerprint, errors.length])

  if (errors.length === 0) return null

  function goTo(error: ListedError) {
    onSelect?.(error)
    // The tab of the field may only be drawn after onSelect.
    requestAnimationFrame(() => focusField(error.fieldId))
  }

  return (
    <Block ref={block} role="alert" tabIndex={-1}>
      <Icon name="alert" size={20} />
      <div>
        <Title>{title}</Title>
        {intro && <Intro>{intro}</Intro>}
        <Groups>
          {groupsOf(errors).map(([group, members]) => (
            <div key={group}>
              {group && <GroupName>{group}</GroupName>}
              <ul>
                {members.map((error) => (
                  <li key={`${error.fieldId}:${error.message}`}>
                    {error.fieldId ? (
                      <ErrorLink type="button" onClick={() => goTo(error)}>
                        {error.message}
                      </ErrorLink>
                    ) : (
                      error.message
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Groups>
      </div>
    </Block>
  )
}

export function focusField(fieldId: string | undefined) {
  const field = fieldId ? document.getElementById(fieldId) : null
  if (!field) return
  const inner = field.querySelector<HTMLElement>('input, select, textarea, button')
  const target = field.matches('input, select, textarea, button, [tabindex]:not([tabindex="-1"])')
    ? field
    : (inner ?? field)
  target.focus()
  target.scrollIntoView({ block: 'center' })
}

function groupsOf(errors: readonly ListedError[]): [string, ListedError[]][] {
  const groups = new Map<string, ListedError[]>()
  for (const error of errors) {
    const group = error.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), error])
  }
  return [...groups]
}

const Block = styled.div({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  border: `1px solid ${token.dangerLine}`,
  borderLeft: `4px solid ${token.danger}`,
  borderRadius: radius.control,
  background: token.dangerSoft,
  color: token.danger,
})
const Title = styled.h2({ fontSize: 14, lineHeight: '20px', fontWeight: 600 })
const Intro = styled.p({ color: token.text })
const Groups = styled.div({ display: 'flex', flexWrap: 'wrap', gap: '8px 64px', marginTop: 4 })
const GroupName = styled.div({ fontSize: 12, lineHeight: '16px', fontWeight: 600, marginTop: 4 })
const ErrorLink = styled.button({
  color: token.danger,
  lineHeight: '24px',
  textDecoration: 'underline',
  textUnderlineOffset: 2,
  borderRadius: 4,
  [media.coarse]: { minHeight: 44 },
})
