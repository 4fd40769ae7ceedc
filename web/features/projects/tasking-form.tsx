import styled from '@emotion/styled'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Refusal } from '#shared/kernel/refusal.ts'
import { keyOf } from '#shared/lib/words.ts'
import type { Edits } from '#shared/rules/edits.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { pagePart } from '#web/ui/on-demand.tsx'
import { listErrors } from '#web/parts/field-errors.ts'
import { labels, type TaskingField } from '#web/parts/tasking-labels.ts'
import { sendsForm } from '#web/parts/shortcuts.ts'
import { useStepForm } from '#web/parts/use-step-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/chip.tsx'
import { ErrorList, focusField } from '#web/ui/error-list.tsx'
import { Columns, Stack, StickyFooter } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { brokenBy, type Broken } from '#web/parts/broken-approvals.ts'
import type { ProjectDetail } from './project-detail.ts'
import { SavedNote } from './saved-note.tsx'
import { CoreFields, DetailsFields } from './tasking-fields.tsx'
import { belowZero, moneyOf } from './money-after.ts'
import { MoneyLine, TaskingMoney } from './tasking-money.tsx'
import { editsIn, factsIn, formTabs, tabIn, tabOf } from './tasking-values.ts'
import type { FormTab, TaskingValues } from './tasking-values.ts'
import type { TaskingDraft } from './use-tasking-draft.ts'

interface Saving {
  edits: Edits<TaskingValues>
  /** What the pool goes below zero by, as it stood on the screen. */
  exceeds: { exceeds?: number }
}

// Most forms are saved without either.
const ApprovalNotice = pagePart(() => import('./approval-notice.tsx').then((part) => part.ApprovalNotice))
const TaskingChanged = pagePart(() => import('./tasking-changed.tsx').then((part) => part.TaskingChanged))

/** The pool goes by one of two estimates: what was approved is that both are as they were. */
const keptWith = (field: Broken['fields'][number]): TaskingField[] =>
  field === 'taskingCostEstimate' ? [field, 'initialCostEstimate'] : [field]

interface TaskingFormProps {
  /** The tasking that is edited; a new one has none. */
  detail?: ProjectDetail
  current: TaskingValues
  draft: TaskingDraft
  /** Where *Cancel* leads; what was typed stays kept. */
  back: string
  mayMoveDueDate?: boolean
  onSave: (typed: TaskingValues, saving: Saving) => Promise<Refusal | null>
}

/** Core and Details beside the money of the pool: one Save, one list of errors, and before it is pressed what it does. */
export function TaskingForm({ detail, current, draft, back, mayMoveDueDate = true, onSave }: TaskingFormProps) {
  const { user } = useDevice()
  const [tab, setTab] = useTab(draft.stored)
  const phone = usePhone()
  const { form, edits, submit, busy, keepMine, takeTheirs, discard, ...step } = useStepForm<TaskingValues>({
    draft,
    current,
    refused: draft.refusal,
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as TaskingValues
  const touched = edits(values)
  const contested = step.contested(values)
  const changed = Object.keys(editsIn(touched)) as TaskingField[]
  const pools = useStored((device) => device.rows('poolCodes').toArray()) ?? []
  const pool = pools.find((one) => keyOf(one.poolCode) === keyOf(values.poolCode))
  const facts = factsIn(values)
  const money = pool && moneyOf(pool, detail?.project ?? null, facts)
  const over = money ? belowZero(money) : 0
  const broken = detail && brokenBy(detail, facts, user)
  const isBreaking = broken && broken.fields.length > 0
  const goTo = useWayTo(tab, setTab)

  const send = submit((typed) => onSave(typed, { edits: edits(typed), exceeds: over > 0 ? { exceeds: over } : {} }))
  const wrongIn = (one: FormTab) => Object.keys(errors).filter((field) => field !== 'root' && tabOf(field) === one)
  const isChangedIn = (one: FormTab) => changed.some((field) => tabOf(field) === one)

  return (
    <form
      noValidate
      onSubmit={send}
      onKeyDown={(event) => sendsForm(event) && send(event)}
      aria-label={detail ? 'Edit the tasking' : 'New tasking'}
    >
      <Columns side={328}>
        <Stack>
          <SavedNote at={draft.savedAt} />
          <ErrorList errors={listErrors(errors, 'tasking')} onGo={goTo} />
          {detail && contested.length > 0 && (
            <TaskingChanged
              project={detail.project}
              fields={contested}
              current={current}
              onTake={takeTheirs}
              onKeep={keepMine}
            />
          )}
          <Card>
            <Tabs
              label="Parts of the tasking"
              name="tasking"
              value={tab}
              onChange={setTab}
              tabs={formTabs.map((id) => ({
                id,
                label: tabLabels[id],
                mark: <TabMark wrong={wrongIn(id).length} changed={detail !== undefined && isChangedIn(id)} />,
              }))}
            />
            <TabPanel name="tasking" value={tab}>
              <Fields hidden={tab !== 'core'}>
                <CoreFields form={form} />
              </Fields>
              <Fields hidden={tab !== 'details'}>
                <DetailsFields form={form} pools={pools} mayMoveDueDate={mayMoveDueDate} isNew={!detail} />
              </Fields>
            </TabPanel>
          </Card>
        </Stack>
        {(isBreaking || money) && (
          // Both come while something is typed, and so neither stands above a field.
          <Stack>
            {detail && isBreaking && (
              <ApprovalNotice
                detail={detail}
                broken={broken}
                facts={facts}
                onKeep={(field) => {
                  for (const kept of keptWith(field)) form.setValue(kept, current[kept])
                }}
              />
            )}
            {money && <TaskingMoney money={money} blanket={facts.blanketTasking} id={detail?.project.id ?? 0} />}
          </Stack>
        )}
      </Columns>
      <StickyFooter desktop="bar">
        <Foot>
          {phone && money && <MoneyLine money={money} />}
          <ChangedLine changed={detail ? changed : []} />
          <Buttons>
            {(detail ? changed.length > 0 : draft.savedAt !== null) && (
              <Button variant="text" onClick={discard}>
                Discard
              </Button>
            )}
            {/* The bar of the phone has its own way back. */}
            {!phone && <ButtonLink to={back}>Cancel</ButtonLink>}
            <Button type="submit" variant="contained" loading={busy}>
              {saveWords(broken?.voids.length ?? 0, over)}
            </Button>
          </Buttons>
        </Foot>
      </StickyFooter>
    </form>
  )
}

const tabLabels: Record<FormTab, string> = { core: 'Core', details: 'Details' }

/** What pressing does stands on the button: nothing is asked once more. */
function saveWords(voids: number, over: number): string {
  if (voids > 0) return voids === 1 ? 'Save and void the approval' : `Save and void ${voids} approvals`
  return over > 0 ? 'Save below zero' : 'Save'
}

/** The tab is the hash of the address (C-032). */
function useTab(typed: TaskingDraft['stored']) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [atFirst] = useState(typed)
  const tab = tabIn(hash, atFirst)
  const setTab = (next: FormTab) => void navigate({ hash: next, search: window.location.search }, { replace: true })
  return [tab, setTab] as const
}

/** Leads to a field, on whichever tab it stands. */
function useWayTo(tab: FormTab, setTab: (tab: FormTab) => void) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current) focusField(wanted.current)
    wanted.current = undefined
  }, [tab])
  return (fieldId: string) => {
    const target = tabOf(fieldId.replace('tasking-', ''))
    if (target === tab) return focusField(fieldId)
    wanted.current = fieldId
    setTab(target)
  }
}

function TabMark({ wrong, changed }: { wrong: number; changed: boolean }) {
  if (wrong > 0) return <CountBadge count={wrong} tone="danger" />
  return changed && <Dot role="img" aria-label="changed" />
}

function ChangedLine({ changed }: { changed: TaskingField[] }) {
  if (changed.length === 0) return <Line />
  const names = changed.map((field) => labels[field].toLowerCase()).join(', ')
  return (
    <Line>
      Not saved yet · {changed.length === 1 ? '1 change' : `${changed.length} changes`}: {names}
    </Line>
  )
}

const Fields = styled.div({ padding: 16 })
const Dot = styled.span({ width: 8, height: 8, borderRadius: '50%', background: token.warnDot })
const Foot = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', width: '100%' })
const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  marginLeft: 'auto',
  [media.phone]: { width: '100%', '& > button': { minHeight: 48 }, '& > [type="submit"]': { flex: 1 } },
})
const Line = styled.span({ flex: '1 1 160px', ...textSize.small, color: token.text2 })
