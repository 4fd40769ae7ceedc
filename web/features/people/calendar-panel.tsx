import styled from '@emotion/styled'
import { useState } from 'react'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useNow } from '#web/data/clock.ts'
import { copyText } from '#web/parts/copy-text.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { toast } from '#web/state/toasts.ts'
import { token } from '#web/theme/tokens.ts'

interface Feed {
  createDate: string
  /** Only in the answer that made it: the server keeps a hash. */
  path?: string
}

/** The secret address under which a calendar finds one's due dates. It is shown once. */
export function CalendarPanel() {
  const [asked, setAsked] = useState(0)
  const [made, setMade] = useState<Feed | null>(null)
  const { body, isAwaited } = useServerAnswer<Feed>('calendar', asked)
  const { online, save } = useSaving()
  const { busy, run } = useBusy()
  const now = useNow()
  const feed = made ?? body
  const isLost = online && !feed && !isAwaited
  const address = made?.path ? `${window.location.origin}${made.path}` : ''

  const again = () => setAsked((count) => count + 1)
  const change = (method: 'POST' | 'DELETE', done: string) =>
    void run(async () => {
      const { body: answer, refusal } = await save<Feed>({ method, path: 'calendar', body: {}, mayRepeat: true, done })
      // Where no answer came the one before may be over.
      setMade(answer ?? null)
      if (!refusal) return
      toast(sentenceOf(refusal), { variant: 'error' })
      again()
    })

  return (
    <Panel title="Due dates in your calendar">
      <Stack>
        <p>
          A calendar that subscribes to your address shows the due dates of your open taskings. Whoever has the address
          sees them without signing in.
        </p>
        {address && (
          <Field id="calendar-address" label="Address" hint="Copy it now. It is not shown again.">
            <TextInput value={address} readOnly onFocus={(event) => event.target.select()} />
          </Field>
        )}
        <Ways>
          <Quiet role="status">
            {!online
              ? 'Needs a connection.'
              : feed?.createDate
                ? `There is one since ${dayAndTimeOf(feed.createDate, now)}.`
                : feed
                  ? 'There is none.'
                  : isLost && 'The server did not say whether there is one.'}
          </Quiet>
          {isLost && <Button onClick={again}>Try again</Button>}
          {address && <Button onClick={() => void copyText([{ label: '', text: address }])}>Copy</Button>}
          {feed?.createDate && (
            <>
              <Button
                variant="danger"
                aria-disabled={busy || undefined}
                onClick={() => change('DELETE', 'The address is over.')}
              >
                Revoke
              </Button>
              <KeyboardLeft />
            </>
          )}
          <Button
            disabled={!online}
            aria-disabled={busy || undefined}
            onClick={() => change('POST', 'The address is made.')}
          >
            {feed?.createDate ? 'Make a new one' : 'Make an address'}
          </Button>
        </Ways>
      </Stack>
    </Panel>
  )
}

const Ways = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
})
const Quiet = styled.p({ flex: 1, minWidth: 120, fontSize: 12, lineHeight: '16px', color: token.text2 })
