import styled from '@emotion/styled'
import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { pageNumberFrom, pageOf } from '#shared/lib/paging.ts'
import { Pager } from '#web/parts/pager.tsx'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { TabPanel } from '#web/ui/tabs.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { shows, type Show } from './entries.ts'
import { InboxList, InboxTabs } from './inbox-list.tsx'
import { useInbox } from './use-inbox.ts'
import { useReading } from './use-reading.ts'

/** What happened to one's taskings (C.14) and what this device has to say, the last first. */
export function InboxPage() {
  const [query, setQuery] = useSearchParams()
  const show = shows.find((id) => id === query.get('show')) ?? 'all'
  const inbox = useInbox(show)
  const { read, readAll, mute } = useReading()
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
    setQuery({ ...addressOf(show), page: String(page) })
    window.scrollTo(0, 0)
  }
  const page = pageOf(inbox.entries, pageNumberFrom(query.get('page') ?? undefined))
  const meta = (
    <Quiet role="status" ref={state} tabIndex={-1}>
      {inbox.unread > 0 ? `${counted(inbox.unread)} unread` : 'Nothing unread'}
    </Quiet>
  )
  const actions = inbox.unread > 0 && (
    <Button icon="check" onClick={markAll}>
      Mark all as read
    </Button>
  )
  return (
    <Page title="Notifications" hideTitleOnPhone meta={!phone && meta} actions={!phone && actions}>
      {phone && (
        <PhoneHead>
          {meta}
          {actions}
        </PhoneHead>
      )}
      <Card>
        <InboxTabs
          name="inbox"
          counts={inbox.counts}
          show={show}
          onShow={(to) => setQuery(addressOf(to), { replace: true })}
        />
        <TabPanel name="inbox" value={show}>
          <InboxList entries={page.items} muted={inbox.muted} show={show} read={read} mute={mute} />
          {page.totalPages > 1 && <Pager page={page} onPage={turnTo} />}
        </TabPanel>
      </Card>
    </Page>
  )
}

const addressOf = (show: Show): Record<string, string> => (show === 'all' ? {} : { show })

const Quiet = styled.span({
  color: token.text2,
  ...textSize.small,
  fontVariantNumeric: 'tabular-nums',
  '&:focus': { outline: 'none' },
})
