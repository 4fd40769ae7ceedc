import * as messages from '#shared/model/messages.ts'
import { FetchError } from '#web/parts/fetch-error.tsx'
import { useFetched } from '#web/parts/use-fetched.ts'
import { useOnline } from '#web/state/use-online.ts'
import { Card } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** In the place of what belongs to a tasking that was closed long ago: it is fetched when the tasking is opened, and stays (decision 071). */
export function RestOf({ id }: { id: number }) {
  const { isComing, again } = useFetched(id, true)
  const online = useOnline()
  if (isComing) return <CardSkeleton lines={6} />
  return (
    <Card>
      <FetchError text={online ? messages.notFetched : messages.notOnDevice} onAgain={again}>
        {theRest}
      </FetchError>
    </Card>
  )
}

export const theRest = 'Request, approvals, deliverables, comments and files'
