import { useEffect, useState } from 'react'
import type { AnswerOf } from '#shared/kernel/query.ts'
import { openPicture } from '#shared/queries/open-picture.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { askDevice } from '#web/data/use-query.ts'
import { useLast } from './use-last.ts'

export type OpenPicture = AnswerOf<typeof openPicture>

/** How long it rests: it reads every open tasking, so it does not follow each row. */
const REST_MS = 20_000

/** All open work in one look, once the page's own rows are there (`when`), and again from time to time while rows come. */
export function useOpenPicture(teamId: number, when: boolean, changes: string): OpenPicture | undefined {
  const open = useDevice()
  const { user } = open
  const key = `picture:${user.id}:${teamId}`
  const [told, setTold] = useState<{ key: string; changes: string; picture: OpenPicture }>()
  const isThere = told?.key === key
  const isOld = !isThere || told.changes !== changes
  useEffect(() => {
    if (!when || open.following !== null || !isOld) return
    let current = true
    const timer = setTimeout(
      () => {
        const tell = (picture: OpenPicture) => current && setTold({ key, changes, picture })
        // A database that is closed just now is asked again with the next change.
        void askDevice(open, openPicture, { teamId }).then(tell, () => undefined)
      },
      isThere ? REST_MS : 0,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [open, when, teamId, key, changes, isThere, isOld])
  return useLast(key, isThere ? told.picture : undefined)
}
