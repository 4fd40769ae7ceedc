import styled from '@emotion/styled'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import * as messages from '#shared/model/messages.ts'
import { catalogueTask } from '#shared/model/catalogue.ts'
import { useNow, useOwnNow } from '#web/data/clock.ts'
import { useMeta } from '#web/data/use-query.ts'
import { inPlace } from '#web/loading/in-place.tsx'
import { paths } from '#web/parts/paths.ts'
import { deliveryOf } from '#web/parts/delivery.tsx'
import { filesSent } from '#web/parts/files-sent.ts'
import { useArriving, useWaitingFiles } from '#web/parts/use-waiting-files.ts'
import { useSendsClosed } from '#web/state/use-sends-closed.ts'
import { sinceMidnight } from '#web/parts/when.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DeliveryChip, type DeliveryState } from '#web/parts/delivery-chip.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Card } from '#web/ui/panel.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useBusy } from '#web/parts/use-busy.ts'
import { DeliveryTrack } from './delivery-track.tsx'
import { deliverySteps } from './delivery-steps.ts'
import type { RequestSummary } from './own-request.tsx'
import type { RequestCalls } from './use-request-calls.ts'

/** Decoration, in a place of its own size: the form before it need not bring it. */
const Backdrop = inPlace(() => import('#web/parts/backdrop.tsx').then((part) => part.Backdrop))
/** Shown once in the life of a browser. */
const InstallCard = inPlace(() => import('./install-card.tsx').then((part) => part.InstallCard))

type Delivery = DeliveryState | null

interface ResultScreenProps {
  request: RequestSummary
  calls: RequestCalls
  onAddAnother: () => Promise<unknown>
}

/** Finished: safe here, and then, without a touch, received. The references never change. */
export function ResultScreen({ request, calls, onAddAnother }: ResultScreenProps) {
  const isSent = calls.waitingFinish === null
  const taskings = paths.requestProjects(request.id)
  const title = isSent ? messages.requestComplete(request.type) : messages.requestSaved(request.type)
  const { busy, run } = useBusy()
  const sendsClosed = useSendsClosed()
  const contact = useMeta('contact')
  const now = useOwnNow()
  const waiting = calls.waitingFinish && [calls.waitingFinish]
  const delivery = contact ? waiting && deliveryOf(waiting, contact, now) : 'device'
  const files = useWaitingFiles({ requestId: request.id })?.length ?? 0
  useDocumentTitle(title)

  return (
    <Root>
      <Picture>
        <Horizon>
          <Backdrop index={14} />
        </Horizon>
        <Tile>
          <Icon name={isSent ? 'cloud-done' : 'device'} size={30} />
          <Tick>
            <Icon name="check" size={14} />
          </Tick>
        </Tile>
      </Picture>
      <Title>{title}</Title>
      <Text>
        {isSent ? (
          <Link to={taskings}>See the taskings of this request</Link>
        ) : sendsClosed && files === 0 ? (
          'It will be sent automatically when there is a connection. You can close the app.'
        ) : (
          'It will be sent automatically when there is a connection and Fieldpost is open.'
        )}
      </Text>
      <VisuallyHidden role="status" aria-live="polite">
        {isSent ? title : ''}
      </VisuallyHidden>
      <Track request={request} calls={calls} delivery={delivery} />
      <InstallCard sendsClosed={sendsClosed} />
      <Taskings request={request} delivery={delivery} />
      <Actions>
        <ButtonLink variant="contained" size="large" to={isSent ? taskings : paths.outbox}>
          {isSent ? 'View taskings' : 'View in Outbox'}
        </ButtonLink>
        <ButtonLink size="large" to={paths.startRequest}>
          Start another
        </ButtonLink>
      </Actions>
      <Button
        variant="text"
        fullWidth
        loading={busy}
        loadingLabel="Adding…"
        onClick={() => void run(async () => void (await onAddAnother()))}
      >
        Add to Request
      </Button>
    </Root>
  )
}

/** Takes the focus, so that readers hear the result where the button was. */
function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On the phone the app bar holds the page's first heading.
  const phone = usePhone()
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Heading as={phone ? 'h2' : 'h1'} ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  )
}

interface TrackProps {
  request: RequestSummary
  calls: RequestCalls
  delivery: Delivery
}

function Track({ request, calls, delivery }: TrackProps) {
  const now = useNow()
  const captured = calls.waitingFinish?.at ?? request.completedDate ?? request.modifiedDate
  const received = calls.judgedFinish?.received ?? request.receivedDate
  const times = { captured: sinceMidnight(captured, now), received: received ? sinceMidnight(received, now) : '' }
  const phases = request.taskings.map((tasking) => tasking.phase)
  const files = filesSent(useArriving(request.files, { requestId: request.id }))
  return (
    <TrackCard>
      <DeliveryTrack steps={deliverySteps(delivery, times, phases)} />
      {files && <Files role="status">{files} · Keep Fieldpost open until they have gone.</Files>}
    </TrackCard>
  )
}

function Taskings({ request, delivery }: { request: RequestSummary; delivery: Delivery }) {
  return (
    <Card as="ul" aria-label="Taskings">
      {request.taskings.map((tasking) => (
        <li key={tasking.id}>
          <TaskingLink to={paths.project(tasking.id)}>
            <span>
              <Reference>
                <b>{tasking.name}</b>
                {delivery && <DeliveryChip state={delivery} />}
              </Reference>
              <TaskName>{[nameOfTask(request, tasking.taskId), request.country].filter(Boolean).join(' · ')}</TaskName>
            </span>
            <Icon name="chevron-right" size={18} />
          </TaskingLink>
        </li>
      ))}
    </Card>
  )
}

/** A tasking of a sub-task goes by the name of its option, as it was chosen. */
function nameOfTask(request: RequestSummary, taskId: number): string {
  const task = request.tasks.find((one) => one.taskId === taskId)
  if (task) return task.name
  for (const one of request.tasks) {
    const subTask = catalogueTask(one.taskId)?.subTasks?.find((sub) => sub.taskId === taskId)
    if (subTask) return `${one.name}, ${subTask.name}`
  }
  return ''
}

const Root = styled.div({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxWidth: 640,
  margin: '0 auto',
  padding: 24,
  [media.phone]: { padding: '16px 16px 24px' },
})
const Picture = styled.div({
  position: 'relative',
  overflow: 'hidden',
  height: 112,
  borderRadius: 16,
  [media.desktop]: { height: 144 },
})
/** The picture is cut in its middle, where the sun stands over the land. */
const Horizon = styled.div({ position: 'absolute', left: 0, right: 0, top: 0, height: '150%' })
const Tile = styled.span({
  position: 'absolute',
  left: 20,
  bottom: 20,
  display: 'grid',
  placeItems: 'center',
  width: 56,
  height: 56,
  borderRadius: 16,
  background: token.surface,
  color: token.primary,
  boxShadow: token.shadowMenu,
})
const Tick = styled.span({
  position: 'absolute',
  right: -6,
  bottom: -6,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  border: `2px solid ${token.surface}`,
  background: token.ok,
  color: token.surface,
})
const Heading = styled.h1({
  marginTop: 12,
  fontSize: 24,
  lineHeight: '32px',
  fontWeight: 600,
  letterSpacing: '-0.018em',
  '&:focus': { outline: 'none' },
  overflowWrap: 'anywhere',
})
const Text = styled.p({ ...textSize.large, color: token.text2, marginTop: -4 })
const TrackCard = styled(Card)({ padding: '20px 8px 16px', marginTop: 12 })
const Files = styled.p({ marginTop: 12, textAlign: 'center', ...textSize.small, color: token.text2 })
const TaskingLink = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 64,
  padding: '10px 16px',
  color: token.text,
  borderTop: `1px solid ${token.divider}`,
  'li:first-of-type > &': { borderTop: 0 },
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  '& > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
})
const Reference = styled.span({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 8px',
  minHeight: 24,
  '& > b': { fontWeight: 600, color: token.primary, fontVariantNumeric: 'tabular-nums' },
})
const TaskName = styled.span({ ...textSize.body, display: 'block', color: token.text2 })
const Actions = styled.div({ display: 'grid', gap: 8, marginTop: 12, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' })
