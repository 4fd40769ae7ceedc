import styled from '@emotion/styled'
import MuiPopover from '@mui/material/Popover'
import { useRef, useState, type MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { PAGE_SIZE } from '#shared/lib/paging.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { paths } from '#web/parts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenModal } from '#web/ui/open-modals.ts'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { TabPanel } from '#web/ui/tabs.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import type { Show } from './entries.ts'
import { InboxList, InboxTabs } from './inbox-list.tsx'
import { useInbox } from './use-inbox.ts'
import { useReading } from './use-reading.ts'

/** The newest of the inbox, under the bell. */
export function InboxPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { user } = useDevice()
  const [show, setShow] = useState<Show>('all')
  const inbox = useInbox(show)
  const { read, readAll, mute } = useReading()
  const transition = useOpenModal(true)
  const title = useRef<HTMLHeadingElement>(null)
  const closeOnLink = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') && onClose()
  const markAll = () => {
    // The button goes when nothing is unread; the keyboard stays here.
    title.current?.focus()
    void readAll()
  }
  return (
    <MuiPopover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ transition, paper: { role: 'dialog', 'aria-label': 'Notifications', sx: paper } }}
    >
      <Frame onClick={closeOnLink}>
        <Head>
          <Title ref={title} tabIndex={-1}>
            Notifications
          </Title>
          {inbox && inbox.unread > 0 && (
            <Button variant="text" size="small" onClick={markAll}>
              Mark all as read
            </Button>
          )}
        </Head>
        {!inbox && <TableSkeleton rows={4} />}
        {inbox && (
          <>
            <InboxTabs name="bell" counts={inbox.counts} show={show} onShow={setShow} />
            <Scroll>
              <TabPanel name="bell" value={show}>
                <InboxList
                  entries={inbox.entries.slice(0, PAGE_SIZE)}
                  muted={inbox.muted}
                  show={show}
                  read={read}
                  mute={mute}
                />
              </TabPanel>
            </Scroll>
          </>
        )}
        <Foot>
          <Link to={paths.inbox}>All notifications</Link>
          <Link to={paths.profile(user.id)}>Letters</Link>
        </Foot>
      </Frame>
    </MuiPopover>
  )
}

const paper = {
  width: 432,
  maxWidth: 'calc(100vw - 32px)',
  marginTop: '8px',
  border: `1px solid ${token.divider}`,
  borderRadius: '12px',
  background: token.surface,
  boxShadow: token.shadowMenu,
}
const Frame = styled.div({ display: 'flex', flexDirection: 'column', maxHeight: 'min(680px, calc(100dvh - 96px))' })
const Head = styled.header({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  minHeight: 52,
  padding: '8px 8px 8px 16px',
  borderBottom: `1px solid ${token.divider}`,
})
const Title = styled.h2({ ...textSize.title, '&:focus': { outline: 'none' } })
const Scroll = styled.div({ flex: 1, minHeight: 0, overflowY: 'auto' })
const Foot = styled.footer({
  display: 'flex',
  justifyContent: 'space-between',
  flex: 'none',
  padding: '12px 16px',
  borderTop: `1px solid ${token.divider}`,
  background: token.sunken,
  ...textSize.small,
})
