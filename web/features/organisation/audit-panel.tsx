import { useState } from 'react'
import { fetchFile } from '#web/net/fetch-file.ts'
import { useToday } from '#web/data/use-query.ts'
import { ChoiceInput } from '#web/parts/choice-input.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSession } from '#web/session/session.ts'
import { useOnline } from '#web/state/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { FormGrid, Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Everything that anybody has brought to the server, as a table: of some days, of everybody or of one person (C-256). */
export function AuditPanel() {
  const today = useToday()
  const online = useOnline()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const [userId, setUserId] = useState(0)
  const [problem, setProblem] = useState('')
  const { busy, run } = useBusy()
  const wrong = !from || !to ? 'Please enter both days' : from > to ? 'The first day is after the last' : ''

  const exportIt = () =>
    run(async () => {
      if (wrong || !token) return
      setProblem('')
      const search = new URLSearchParams({ from, to, ...(userId > 0 && { userId: String(userId) }) })
      const got = await fetchFile(`/api/audit?${search.toString()}`, token)
      if (typeof got === 'string') setProblem(got)
      else saveFile(`audit-${from}-${to}.csv`, got)
    })

  return (
    <Panel title="Audit">
      <Stack>
        <p>
          Who brought what, when it was done and when it came, and what became of it: one line for each call, as CSV.
        </p>
        <FormGrid>
          <Field label="First day" error={wrong || problem || undefined}>
            <TextInput type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Last day">
            <TextInput type="date" value={to} max={today} onChange={(event) => setTo(event.target.value)} />
          </Field>
          <Field label="Person">
            <ChoiceInput from="users" label="Person" value={userId} onChange={setUserId} placeholder="Everybody" />
          </Field>
        </FormGrid>
        <div>
          <Button
            icon="download"
            loading={busy}
            disabled={!online || !token}
            {...(!online && { title: 'You can do this while you are connected' })}
            onClick={() => void exportIt()}
          >
            Export what was done
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
