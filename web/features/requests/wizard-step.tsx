import styled from '@emotion/styled'
import { useEffect, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useOwnNow } from '#web/data/clock.ts'
import { sendsForm } from '#web/parts/shortcuts.ts'
import { useSavedLine } from '#web/parts/saved-line.ts'
import { sinceMidnight } from '#web/parts/when.tsx'
import { Button, ButtonLink, type ButtonProps } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/error-list.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { Page, StickyFooter } from '#web/ui/page.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { stepLabels, Steps } from './steps.tsx'

interface WizardStepProps {
  step: 0 | 1 | 2 | 3
  /** After "Step 1 of 4 ·" on the phone. */
  stepTitle?: string
  /** Desktop: what was chosen on each step. */
  notes?: readonly (string | undefined)[]
  /** When the last keystroke reached this device's disk; null when nothing has been typed. */
  savedAt: string | null
  /** Beside the step on wide screens only: it repeats what earlier steps have shown. */
  aside?: ReactNode
  children: ReactNode
}

/** One step of the wizard: a single column, a decision per screen. Leaving never asks anything. */
export function WizardStep({ step, stepTitle, notes = [], savedAt, aside, children }: WizardStepProps) {
  const phone = usePhone()
  const saved = <SavedLine at={savedAt} />
  const steps = Object.values(stepLabels).map((label, at) => ({
    label,
    ...(at > 0 && { mark: String(at) }),
    ...(notes[at] && { note: notes[at] }),
  }))
  return (
    <Page title="Start a Request" hideTitleOnPhone actions={saved}>
      <Ribbon>
        {phone && saved}
        <Steps steps={steps} current={step} {...(stepTitle && { title: stepTitle })} />
      </Ribbon>
      <Body>
        <Column>{children}</Column>
        {aside && <Aside>{aside}</Aside>}
      </Body>
    </Page>
  )
}

interface WizardFormProps {
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/** Left by its button, or Ctrl or ⌘ with Enter (C-250): Enter in an empty box of chips once finished a request nobody had looked through. */
export function WizardForm({ onSubmit, children }: WizardFormProps) {
  const { hash } = useLocation()
  // A fault of the whole request, told at its last step, leads to its field here.
  useEffect(() => focusField(hash.slice(1)), [hash])
  const onEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    if (event.target instanceof HTMLInputElement) event.preventDefault()
    if (!sendsForm(event)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  }
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onEnter}>
      {children}
    </form>
  )
}

interface WizardFooterProps {
  /** Shown on the desktop and where the mockups have it. */
  back?: ReactNode
  /** Why the main action cannot be pressed. */
  reason?: string
  reasonId?: string
  /** What has been chosen so far, repeated on the phone where the list does not show it all. */
  chosen?: readonly string[]
  children: ReactNode
}

export function WizardFooter({ back, reason, reasonId, chosen = [], children }: WizardFooterProps) {
  return (
    <StickyFooter>
      {back}
      <Spring />
      <Main>
        {reason && <Reason id={reasonId}>{reason}</Reason>}
        {chosen.length > 0 && (
          <Chosen aria-hidden>
            <b>{chosen.length} chosen</b> {chosen.join(', ')}
          </Chosen>
        )}
        <MainButtons>{children}</MainButtons>
      </Main>
    </StickyFooter>
  )
}

/** Never disabled for the network, and not for what is missing either, unless a reason stands beside it. */
export function NextButton(props: ButtonProps) {
  const phone = usePhone()
  return <Button {...props} type="submit" variant="contained" endIcon={phone ? undefined : 'arrow-right'} />
}

/** To the step before. In a footer of three buttons the phone leaves it to the arrow of its app bar. */
export const BackLink = styled(ButtonLink)({
  alignSelf: 'flex-end',
  '&[data-desktop]': { [media.phone]: { display: 'none' } },
})

/** The quiet promise under the title. */
function SavedLine({ at }: { at: string | null }) {
  const now = useOwnNow()
  const words = useSavedLine(
    at ? `Saved on this device · ${sinceMidnight(at, now)}` : 'Saved on this device as you type',
  )
  return (
    <Quiet>
      <Icon name="device" size={14} />
      {words}
    </Quiet>
  )
}

/** Sections of a step, 20 px apart. */
export const StepBody = styled.div({ display: 'grid', gap: 20, gridTemplateColumns: 'minmax(0, 1fr)' })
export const StepHeading = styled.h2(textSize.heading)

const Ribbon = styled.div({
  [media.phone]: {
    display: 'grid',
    gap: 8,
    margin: '-16px -12px 16px',
    padding: '8px 16px 12px',
    background: token.surface,
    borderBottom: `1px solid ${token.divider}`,
  },
})
const Quiet = styled.p({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
})
const Body = styled.div({
  display: 'grid',
  gap: 24,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 880px)',
  [media.desktop]: { marginTop: 24 },
  '@media (min-width: 1200px)': { '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 880px) minmax(240px, 300px)' } },
})
const Column = styled.div({ minWidth: 0 })
const Aside = styled.aside({ display: 'none', '@media (min-width: 1200px)': { display: 'block' } })
const Spring = styled.span({ flex: 1, [media.phone]: { display: 'none' } })
const Main = styled.div({ display: 'grid', gap: 6, minWidth: 0, [media.phone]: { flex: 1 } })
const MainButtons = styled.div({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  [media.phone]: { '& > button, & > a': { flex: 1, minHeight: 48, paddingInline: 8 } },
})
const Chosen = styled.p({
  ...textSize.small,
  color: token.text2,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  '& b': { fontWeight: 600, color: token.text, marginRight: 4 },
  [media.desktop]: { display: 'none' },
})
const Reason = styled.p({
  ...textSize.small,
  color: token.text2,
  [media.desktop]: { textAlign: 'right' },
})
