import styled from '@emotion/styled'
import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../theme/icon.tsx'
import { media, radius, textSize, token } from '../theme/tokens.ts'
import { FieldContext } from './field-control.ts'

interface FieldProps {
  label: ReactNode
  /** The id of the control; error lists point at it. */
  id?: string
  /** Opens between label and control and stays open while typing. */
  help?: ReactNode
  /** A quiet line under the control. */
  hint?: ReactNode
  error?: string
  required?: boolean
  optional?: boolean
  readOnly?: boolean
  /** For several controls under one label (choices, segments): the label names the group. */
  group?: boolean
  /** Right end of the label line, such as a link. */
  end?: ReactNode
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

export function Field({
  label,
  id,
  help,
  hint,
  error,
  required = false,
  optional = false,
  readOnly = false,
  group = false,
  end,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const ownId = useId()
  const [helpOpen, setHelpOpen] = useState(false)
  const fieldId = id ?? ownId
  const [labelId, helpId, hintId, errorId] = [
    `${fieldId}-label`,
    `${fieldId}-help`,
    `${fieldId}-hint`,
    `${fieldId}-error`,
  ]
  const describedBy = [help && helpOpen && helpId, hint && !error && hintId, error && errorId].filter(Boolean).join(' ')
  const control = {
    id: fieldId,
    labelId,
    describedBy: describedBy || undefined,
    invalid: Boolean(error),
    required,
    readOnly,
  }
  const words = (
    <>
      {label}
      {optional && <Optional> optional</Optional>}
    </>
  )

  return (
    <Root className={className} data-field>
      <LabelLine data-hidden={hideLabel || undefined}>
        {group ? (
          <span id={labelId}>{words}</span>
        ) : (
          <label id={labelId} htmlFor={fieldId}>
            {words}
          </label>
        )}
        {(help || end) && <Spring />}
        {end}
        {help && (
          <HelpButton
            type="button"
            aria-expanded={helpOpen}
            aria-controls={helpId}
            onClick={() => setHelpOpen(!helpOpen)}
          >
            <Icon name="help" size={16} />
            {helpOpen ? 'Hide help' : 'Help'}
          </HelpButton>
        )}
      </LabelLine>
      {help && (
        <HelpText id={helpId} hidden={!helpOpen}>
          {help}
        </HelpText>
      )}
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <ErrorText id={errorId}>
          <Icon name="alert" size={14} />
          {error}
        </ErrorText>
      ) : (
        hint && <HintText id={hintId}>{hint}</HintText>
      )}
    </Root>
  )
}

/** Its words are words of their own, also where it stands in a quiet text. */
const Root = styled.div({ display: 'block', minWidth: 0, color: token.text })
const LabelLine = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  marginBottom: 6,
  fontWeight: 500,
  lineHeight: '20px',
  '&[data-hidden]': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
})
const Spring = styled.span({ flex: 1 })
const Optional = styled.span({ fontWeight: 400, color: token.text2 })
const HelpButton = styled.button({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  fontSize: 13,
  fontWeight: 500,
  color: token.primary,
  borderRadius: radius.chip,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-12px -8px' } },
})
const HelpText = styled.div({
  padding: '10px 12px',
  marginBottom: 8,
  fontSize: 13,
  lineHeight: '19px',
  borderRadius: radius.control,
  background: token.primarySoft,
})
const HintText = styled.div({ marginTop: 6, ...textSize.small, color: token.text2 })
const ErrorText = styled(HintText)({
  display: 'flex',
  gap: 6,
  color: token.danger,
  fontWeight: 500,
  '& > svg': { marginTop: 1 },
})
