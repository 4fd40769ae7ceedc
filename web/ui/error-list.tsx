import styled from '@emotion/styled'
import Alert from '@mui/material/Alert'
import { useEffect, useRef } from 'react'
import { Icon } from '../theme/icon.tsx'
import { media, textSize, token } from '../theme/tokens.ts'

export interface ListedError {
  message: string
  /** The id given to the Field; pressing the error moves there. */
  fieldId?: string
}

interface ErrorListProps {
  errors: readonly ListedError[]
  /** Where a field may be out of sight, and must be shown first. */
  onGo?: (fieldId: string) => void
}

/** "All Errors": takes the focus when errors appear and leads to each field. */
export function ErrorList({ errors, onGo = focusField }: ErrorListProps) {
  const block = useRef<HTMLDivElement>(null)
  const fingerprint = errors.map((error) => `${error.fieldId}:${error.message}`).join('\n')

  const before = useRef('')
  useEffect(() => {
    // Errors that vanish while typing must not pull the caret out of the field.
    if (errors.length > 0 && before.current === '') block.current?.focus()
    before.current = fingerprint
  }, [fingerprint, errors.length])

  if (errors.length === 0) return null

  return (
    <Alert ref={block} severity="error" tabIndex={-1} icon={<Icon name="alert" size={20} />}>
      <Title>All Errors</Title>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId}:${message}`}>
            {fieldId ? (
              <ErrorLink type="button" onClick={() => onGo(fieldId)}>
                {message}
              </ErrorLink>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </Alert>
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

const Title = styled.h2({ ...textSize.heading, marginBottom: 4 })
const ErrorLink = styled.button({
  color: token.danger,
  lineHeight: '24px',
  textDecoration: 'underline',
  textUnderlineOffset: 2,
  borderRadius: 4,
  [media.coarse]: { minHeight: 44 },
})
