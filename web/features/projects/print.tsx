import { useEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useMeta } from '#web/data/use-query.ts'
import type { ProjectDetail } from './project-detail.ts'

interface PrintProps {
  detail: ProjectDetail
  isWhole: boolean
}
type Sheet = ComponentType<PrintProps & { asOf: number }>

/**
 * The tasking on one page, however it comes to be printed. The browser waits for nothing then, so the sheet is fetched before, and drawn
 * when it says that it prints; until it is fetched the page itself is printed.
 */
export function Print({ detail, isWhole }: PrintProps) {
  const [Sheet, setSheet] = useState<Sheet | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  // Known before: what is drawn at once cannot ask.
  const contact = useMeta('contact')
  useEffect(() => {
    void import('./print-sheet.tsx').then(
      (part) => setSheet(() => part.PrintSheet),
      () => undefined,
    )
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting && Sheet && <Sheet detail={detail} isWhole={isWhole} asOf={contact?.lastOk ?? 0} />
}
