import { useEffect, useState, type ReactNode } from 'react'
import * as messages from '#shared/model/messages.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { onDisk } from '#web/data/disk.ts'
import { useMeta, useQuery } from '#web/data/use-query.ts'
import { useOnline } from '#web/state/use-online.ts'
import { paths } from '#web/parts/paths.ts'
import { fetchTasking } from '#web/sync/fetch-tasking.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** The page of one tasking: waits until it is known whether the device has it, and fetches what only the server keeps. */
export function TaskingById({ id, children }: { id: number; children: (detail: ProjectDetail) => ReactNode }) {
  const detail = useQuery(projectDetail, { id })
  if (detail) return children(detail)
  return detail === null ? <MissingProject id={id} /> : <WaitingProject />
}

function WaitingProject() {
  return (
    <Page title="Tasking">
      <CardSkeleton lines={8} />
    </Page>
  )
}

/** Not here: still on its way, kept on the server only, out of reach, or nowhere at all. */
function MissingProject({ id }: { id: number }) {
  const { device } = useDevice()
  const online = useOnline()
  const position = useMeta('position')
  const [asked, setAsked] = useState<'not-found' | 'unreachable'>()
  const ready = position?.ready ?? false
  useEffect(() => {
    let current = true
    // What comes is laid on the device, and then this page is no longer the missing one.
    const fetch = async () => {
      const result = await onDisk(device, () => fetchTasking(device, id)).catch(() => 'unreachable' as const)
      if (current && result !== 'found') setAsked(result)
    }
    if (online && ready) void fetch()
    return () => {
      current = false
    }
  }, [device, id, online, ready])
  if (!position || (online && (!position.ready || !asked))) return <WaitingProject />
  const find = (
    <ButtonLink to={paths.find()} icon="search">
      Go to Find
    </ButtonLink>
  )
  return (
    <Page title="Tasking not found" hideTitleOnPhone>
      <Card>
        {asked === 'not-found' ? (
          <EmptyState heading="Not found" text="There is no tasking with this number." action={find} />
        ) : (
          <EmptyState heading="Not found" text={messages.notOnDevice} action={find} />
        )}
      </Card>
    </Page>
  )
}
