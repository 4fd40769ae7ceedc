import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import * as messages from '#shared/model/messages.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { isWhole } from '#web/data/is-whole.ts'
import { useMeta, useQuery, useStored } from '#web/data/use-query.ts'
import { useOnline } from '#web/state/use-online.ts'
import { paths } from '#web/parts/paths.ts'
import { useFetched } from '#web/parts/use-fetched.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import type { ProjectDetail } from './project-detail.ts'

interface TaskingByIdProps {
  id: number
  /** `isWhole`: all that belongs to it is here. */
  children: (detail: ProjectDetail, isWhole: boolean) => ReactNode
}

/** The page of one tasking: waits until it is known whether the device has it, and fetches what only the server keeps. */
export function TaskingById({ id, children }: TaskingByIdProps) {
  const detail = useQuery(projectDetail, { id })
  const closed = useStored((device) => device.get('closed'))
  if (detail === null) return <MissingProject id={id} />
  return detail && closed ? children(detail, isWhole(detail.project, closed)) : <WaitingProject />
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
  const position = useMeta('position')
  // An address that names none is none everywhere.
  const isNone = id === 0
  const { failed, isComing, again } = useFetched(id, !isNone && (position?.ready ?? false))
  const online = useOnline()
  if (!isNone && (!position || isComing || (online && !position.ready))) return <WaitingProject />
  const find = (
    <ButtonLink to={paths.find()} icon="search">
      Go to Find
    </ButtonLink>
  )
  // Who cannot ask does not know whether it exists.
  const isNowhere = isNone || failed === 'not-found'
  return (
    <Page title={isNowhere ? 'Tasking not found' : 'Tasking'} hideTitleOnPhone>
      {isNowhere ? (
        <EmptyState heading="Not found" text="There is no tasking with this number." action={find} />
      ) : (
        <EmptyState
          heading={online ? messages.notFetched : messages.notOnDevice}
          action={
            <Ways>
              {online && (
                <>
                  <Button variant="contained" onClick={again}>
                    Try again
                  </Button>
                  <KeyboardLeft />
                </>
              )}
              {find}
            </Ways>
          }
        />
      )}
    </Page>
  )
}

const Ways = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
