import type { ReactNode } from 'react'
import { useMeta } from '../data/use-query.ts'
import { useOnline } from '../state/use-online.ts'
import { Notice } from './notice.tsx'

/** Said before a word is typed into what is saved while connected only; what is typed is kept all the same. */
export function NeedsConnection({
  children = 'What you type is kept on this device until then.',
}: {
  children?: ReactNode
}) {
  const fieldMode = useMeta('fieldMode')
  if (useOnline()) return null
  return (
    <Notice
      icon="cloud-off"
      title={fieldMode ? 'Saving needs a connection. Switch Field Mode off first.' : 'Saving needs a connection.'}
    >
      {children}
    </Notice>
  )
}
