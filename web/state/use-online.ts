import { useMeta } from '../data/use-query.ts'

/** False once the last try to reach the server failed, and while Field Mode keeps everything here. */
export function useOnline(): boolean {
  const contact = useMeta('contact')
  const fieldMode = useMeta('fieldMode')
  return (contact?.problem ?? null) === null && !fieldMode
}
