import type { Contact } from '../data/device.ts'
import { useMeta } from '../data/use-query.ts'

/** Nothing came through at the last try. */
export const hasNoLink = ({ problem }: Contact): boolean => problem === 'offline' || problem === 'unreachable'

/** False once the last try to reach the server failed, and while Field Mode keeps everything here. */
export function useOnline(): boolean {
  const contact = useMeta('contact')
  const fieldMode = useMeta('fieldMode')
  return (contact?.problem ?? null) === null && !fieldMode
}
