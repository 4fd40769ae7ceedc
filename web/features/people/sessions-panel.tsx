import styled from '@emotion/styled'
import { useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import type { SessionSeen } from '#shared/protocol/session.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useNow } from '#web/data/clock.ts'
import { FetchError, whyNot } from '#web/parts/fetch-error.tsx'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/chip.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { toast } from '#web/state/toasts.ts'
import { token } from '#web/theme/tokens.ts'

/** Where somebody is signed in: one's own places, or for an Admin another person's. What is unsent there stays there. */
export function SessionsPanel({ userId }: { userId?: number | undefined }) {
  const [asked, setAsked] = useState(0)
  const path = userId === undefined ? 'sessions' : `resources/users/${userId}/sessions`
  const { body, isAwaited } = useServerAnswer<SessionSeen[]>(path, asked)
  const { online, save } = useSaving()
  const { busy, run } = useBusy()
  const now = useNow()
  const others = (body ?? []).filter(({ current }) => !current)

  const again = () => setAsked((count) => count + 1)
  const end = (what: string) =>
    void run(async () => {
      const { refusal } = await save({
        ...{ method: 'DELETE', path: what, body: undefined, mayRepeat: true },
        done: 'Signed out there.',
      })
      if (!refusal) return
      toast(sentenceOf(refusal), { variant: 'error' })
      again()
    })

  const endAll = others.length > 1 && (
    <>
      <Button variant="text" aria-disabled={busy || undefined} onClick={() => end(path)}>
        End {userId === undefined ? `the ${others.length} others` : `all ${others.length}`}
      </Button>
      <KeyboardLeft />
    </>
  )
  return (
    <Panel title="Signed-in devices" actions={endAll}>
      {body ? (
        <List>
          {body.map((session) => (
            <li key={session.id}>
              <IconTile>
                <Icon name={/iphone|android|phone/i.test(session.label) ? 'device' : 'laptop'} size={18} />
              </IconTile>
              <Words>
                <b>
                  {session.label} {session.current && <Tag>this one</Tag>}
                </b>
                <Quiet>
                  {session.seenDate
                    ? `Last contact ${dayAndTimeOf(session.seenDate, now)}`
                    : `Signed in ${dayAndTimeOf(session.createDate, now)}`}
                </Quiet>
              </Words>
              {!session.current && (
                <Button
                  size="small"
                  aria-disabled={busy || undefined}
                  aria-label={`End ${session.label}`}
                  onClick={() => end(`sessions/${session.id}`)}
                >
                  End
                </Button>
              )}
              <KeyboardLeft />
            </li>
          ))}
          {body.length === 0 && <Quiet as="li">Signed in nowhere.</Quiet>}
        </List>
      ) : isAwaited ? (
        <Quiet role="status">Asking the server…</Quiet>
      ) : (
        <FetchError text="Only the server knows where." onAgain={again}>
          {messages.fetching(whyNot(!online))}
        </FetchError>
      )}
    </Panel>
  )
}

const List = styled.ul({
  display: 'grid',
  gap: 12,
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 },
})
const Words = styled.div({ flex: 1, minWidth: 0, overflowWrap: 'anywhere', '& b': { fontWeight: 500 } })
const Quiet = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2 })
