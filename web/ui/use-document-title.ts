import { useEffect } from 'react'
import { useAppNames } from '../theme/app-names.ts'

export function useDocumentTitle(title: string) {
  const { appName } = useAppNames()
  useEffect(() => {
    document.title = `${title} — ${appName}`
  }, [title, appName])
}
