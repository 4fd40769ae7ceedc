import styled from '@emotion/styled'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { discardRequest } from '#shared/commands/requests.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import * as messages from '#shared/model/messages.ts'
import { drafts, startChoices } from '#shared/queries/requests.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { Delivery } from '#web/parts/delivery.tsx'
import { throwAway } from '#web/state/refused-request.ts'
import { halfTypedStarts, type HalfTypedStart } from '#web/state/half-typed-starts.ts'
import { openSteps } from '#web/state/unsaid-steps.ts'
import { draftPath, draftStep, paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { dateOf } from '#web/parts/when.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DeliveryChip } from '#web/parts/delivery-chip.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/state/toasts.ts'
import { textSize, token } from '#web/theme/tokens.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import type { StepName } from '#web/sync/fold-requests.ts'
import { stepLabels } from './steps.tsx'
import type { StartChoices, StartValues } from './start-values.ts'

interface DraftRow {
  /** 0 for what is only half-typed. */
  id: number
  /** Of the form that it stands in, half-typed; empty for what has a number. */
  form: string
  to: string
  type: string
  country: string
  team: string
  advisor: string
  created: string
  stage: string
}

export function DraftsPage() {
  const saved = useQuery(drafts, {})
  const starts = useStarts()
  const open = useOpenSteps(saved)
  const [discarding, setDiscarding] = useState<DraftRow | null>(null)

  if (!saved || !open || !starts) {
    return (
      <Page title="Drafts" hideTitleOnPhone>
        <TableSkeleton rows={4} />
      </Page>
    )
  }
  const rows = [...starts, ...saved.map((draft) => toRow(draft, open.get(draft.id)))]
  return (
    <Page title="Drafts" hideTitleOnPhone>
      {rows.length === 0 ? (
        <NoRows error={messages.fetching}>
          <NoDrafts />
        </NoRows>
      ) : (
        <Card>
          <DataTable
            label="Drafts"
            columns={columnsWith(setDiscarding)}
            rows={rows}
            rowKey={(row) => row.form || row.id}
            card={(row) => <DraftCard row={row} onDiscard={setDiscarding} />}
          />
        </Card>
      )}
      <DiscardDialog row={discarding} onClose={() => setDiscarding(null)} />
    </Page>
  )
}

type Draft = AnswerOf<typeof drafts>[number]

const toRow = (draft: Draft, open: readonly StepName[] = []): DraftRow => ({
  id: draft.id,
  form: '',
  to: draftPath(draft, open),
  type: draft.type || '(no category yet)',
  country: draft.country,
  team: draft.team,
  advisor: draft.advisor,
  created: draft.createDate,
  stage: stepLabels[draftStep(draft, open)],
})

/** Of each draft the steps where it goes on before its last. */
const useOpenSteps = (saved: readonly Draft[] | undefined) =>
  useStored(
    async (device) =>
      new Map(await Promise.all((saved ?? []).map(async ({ id }) => [id, await openSteps(device, id)] as const))),
    [saved],
    saved !== undefined,
  )

/** Starts that have no number yet; undefined until they are known. */
function useStarts(): DraftRow[] | undefined {
  const starts = useStored(halfTypedStarts)
  const choices = useQuery(startChoices, {})
  return choices && starts?.map((start) => startRow(start, choices))
}

function startRow({ key, like, saved, values: form }: HalfTypedStart, choices: StartChoices): DraftRow {
  const { values } = form as StepDraft<StartValues>
  return {
    id: 0,
    form: key,
    to: like > 0 ? paths.startAgain(like) : paths.startRequest,
    type: like > 0 ? 'Same again' : 'Not started yet',
    country: choices.countries.find((row) => row.id === values.countryId)?.title ?? '',
    team: choices.teams.find((row) => row.id === values.teamId)?.name ?? '',
    advisor: choices.advisors.find((row) => row.id === values.advisorId)?.name ?? '',
    created: saved,
    stage: 'Start',
  }
}

type OnDiscard = (row: DraftRow) => void

const columnsWith = (onDiscard: OnDiscard): Column<DraftRow>[] => [
  {
    key: 'type',
    header: 'Request type',
    sortValue: (row) => row.type,
    cell: (row) => <TypeLink to={row.to}>{row.type}</TypeLink>,
  },
  { key: 'country', header: 'Country', sortValue: (row) => row.country || null, cell: (row) => row.country },
  { key: 'team', header: 'Team', sortValue: (row) => row.team || null, cell: (row) => row.team },
  { key: 'advisor', header: 'Advisor', sortValue: (row) => row.advisor || null, cell: (row) => row.advisor },
  {
    key: 'created',
    header: 'Created',
    width: 156,
    sortValue: (row) => row.created,
    cell: (row) => dateOf(row.created),
  },
  { key: 'stage', header: 'Next step', width: 92, cell: (row) => row.stage },
  {
    key: 'delivery',
    header: 'Delivery',
    hideHeader: true,
    width: 140,
    overflow: 'visible',
    cell: (row) => <OnDevice row={row} />,
  },
  {
    key: 'discard',
    header: 'Discard',
    hideHeader: true,
    width: 60,
    align: 'right',
    overflow: 'visible',
    cell: (row) => <DiscardButton row={row} onDiscard={onDiscard} />,
  },
]

function OnDevice({ row }: { row: DraftRow }) {
  return row.id === 0 ? <DeliveryChip state="device" /> : <Delivery table="requests" id={row.id} />
}

function DiscardButton({ row, onDiscard }: { row: DraftRow; onDiscard: OnDiscard }) {
  return <IconButton icon="trash" label={`Discard ${row.type}`} onClick={() => onDiscard(row)} />
}

function DraftCard({ row, onDiscard }: { row: DraftRow; onDiscard: OnDiscard }) {
  return (
    <CardLine>
      <CardLink to={row.to}>
        <CardHead>
          <b>{row.type}</b>
          <OnDevice row={row} />
        </CardHead>
        <span>{[row.country, row.team, row.advisor].filter(Boolean).join(' · ')}</span>
        <Quiet>
          Next: {row.stage} · {dateOf(row.created)}
        </Quiet>
      </CardLink>
      <DiscardButton row={row} onDiscard={onDiscard} />
    </CardLine>
  )
}

function NoDrafts() {
  return (
    <EmptyState
      heading={messages.noData}
      text="Requests you have not finished appear here."
      action={
        <ButtonLink variant="contained" size="large" icon="plus" to={paths.startRequest}>
          Start a Request
        </ButtonLink>
      }
    />
  )
}

function DiscardDialog({ row, onClose }: { row: DraftRow | null; onClose: () => void }) {
  const { device } = useDevice()
  const discard = useAct(discardRequest)

  async function confirm({ id, form }: DraftRow) {
    onClose()
    if (id === 0) {
      await device.forms.delete(form)
      toast('Discarded', { variant: 'success' })
      return
    }
    await discard(() => ({ requestId: id }), { done: messages.deleted, also: () => throwAway(device, id) })
  }

  return (
    <ConfirmDialog
      open={row !== null}
      onClose={onClose}
      title="Discard this draft?"
      text={row ? discardText(row) : ''}
      confirmLabel="Discard"
      cancelLabel="Keep it"
      onConfirm={() => row && void confirm(row)}
    />
  )
}

const discardText = (row: DraftRow): string =>
  `${[row.type, row.country].filter(Boolean).join(', ')}: everything you entered for this request will be deleted.`

const TypeLink = styled(Link)({ fontWeight: 600 })
const CardLine = styled.div({ display: 'flex', alignItems: 'center', paddingRight: 8 })
const CardLink = styled(Link)({
  flex: 1,
  display: 'grid',
  gap: 4,
  minWidth: 0,
  padding: '12px 8px 12px 16px',
  color: token.text,
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'none' },
})
const CardHead = styled.span({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 8px',
  '& > b': { fontWeight: 600, color: token.primary },
})
const Quiet = styled.span({ ...textSize.small, color: token.text2 })
