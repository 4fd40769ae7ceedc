import styled from '@emotion/styled'
import { useState } from 'react'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { toast } from '#web/state/toasts.ts'
import { textSize, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'

/** For whoever has forgotten it; nobody else learns it. */
export function ResetLink({ user }: { user: User }) {
  const { save } = useSaving()
  const [busy, setBusy] = useState(false)
  const sendLink = async () => {
    setBusy(true)
    const path = `resources/users/${user.id}/reset`
    const { refusal } = await save({ method: 'POST', path, body: {}, mayRepeat: true, done: messages.resetSentTo })
    setBusy(false)
    if (refusal) toast(sentenceOf(refusal), { variant: 'error' })
  }
  return (
    <Line>
      <Quiet>A reset link works once, for 30 minutes.</Quiet>
      <Button icon="send" loading={busy} loadingLabel="Sending…" onClick={() => void sendLink()}>
        Send a reset link
      </Button>
    </Line>
  )
}

const Quiet = styled.p({ flex: 1, ...textSize.small, color: token.text2 })
const Line = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 })
