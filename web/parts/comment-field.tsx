import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { KeptLine } from './kept-line.tsx'
import { sendsForm } from './shortcuts.ts'
import type { KeptForm } from './use-kept-form.ts'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'

interface CommentFieldProps {
  id: string
  label: string
  placeholder: string
  rows: number
  form: KeptForm<{ comment: string }>
  /** Ctrl or Command with Enter sends as well. */
  onSend: () => void
  /** The button that sends. */
  children: ReactNode
}

/** Where a comment is written; half of one survives leaving the page, a reload and an update. */
export function CommentField({ id, label, placeholder, rows, form, onSend, children }: CommentFieldProps) {
  return (
    <>
      <Field id={id} label={label} hideLabel error={form.errorAt('comment')}>
        <TextArea
          rows={rows}
          placeholder={placeholder}
          value={form.values.comment}
          disabled={!form.isReady}
          onChange={(event) => form.set({ comment: event.target.value })}
          onKeyDown={(event) => sendsForm(event) && onSend()}
        />
      </Field>
      <Foot>
        <KeptLine form={form} />
        {children}
      </Foot>
    </>
  )
}

const Foot = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginTop: 8,
  '& > button:last-of-type': { marginLeft: 'auto' },
})
