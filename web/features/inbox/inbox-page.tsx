import styled from '@emotion/styled'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { pageNumberFrom } from '#shared/lib/paging.ts'
import { notificationList } from '#shared/queries/notifications.ts'
import { useQuery } from '#web/data/use-query.ts'
import { Pager } from '#web/parts/pager.tsx'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { token } from '#web/ui/tokens.ts'
import { usePhone } from '#web/ui/use-media.ts'
import { InboxRow } from './inbox-row.tsx'
import { useReading } from './use-reading.ts'

/** What happened to one's taskings, the last first (C.14). */
export function InboxPage() {
  const [query, setQuery] = useSearchParams()
  const inbox = useQuery(notificationList, { page: pageNumberFrom(query.get('page') ?? undefined) })
  const { read, readAll } = useReading()
  const phone = usePhone()
  const state = useRef<HTMLSpanElement>(null)
  if (!inbox) {
    return (
      <Page title="Notifications" hideTitleOnPhone>
        <TableSkeleton rows={6} />
      </Page>
    )
  }

  const markAll = () => {
    // The button goes when nothing is unread; the keyboard stays where that is said.
    state.current?.focus()
    void readAll()
  }
  const turnTo = (page: number) => {
    setQuery({ page: String(page) })
    window.scrollTo(0, 0)
  }
  const meta = inbox.totalItems > 0 && (
    <Quiet role="status" ref={state} tabIndex={-1}>
      {inbox.unread > 0 ? `${inbox.unread.toLocaleString('en-US')} unread` : 'Nothing unread'}
    </Quiet>
  )
  const actions = inbox.unread > 0 && (
    <Button icon="check" onClick={markAll}>
      Mark all as read
    </Button>
  )
  return (
    <Page title="Notifications" hideTitleOnPhone meta={!phone && meta} actions={!phone && actions}>
      {phone && inbox.totalItems > 0 && (
        <PhoneHead>
          {meta}
          {actions}
        </PhoneHead>
      )}
      {inbox.totalItems === 0 ? (
        <EmptyState text="Nobody has told you anything yet. What others do with your taskings, and what falls due, appears here." />
      ) : (
        <Card>
          <ul aria-label="Notifications">
            {inbox.items.map((item) => (
              <InboxRow key={item.id} item={item} onRead={() => void read(item.id)} />
            ))}
          </ul>
          {inbox.totalPages > 1 && <Pager page={inbox} onPage={turnTo} />}
        </Card>
      )}
    </Page>
  )
}

const Quiet = styled.span({
  color: token.text2,
  fontSize: 12,
  lineHeight: '16px',
  fontVariantNumeric: 'tabular-nums',
  '&:focus': { outline: 'none' },
})
