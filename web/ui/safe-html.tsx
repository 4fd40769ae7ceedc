import styled from '@emotion/styled'
import { lazy, Suspense, type ComponentType } from 'react'

interface SafeHtmlProps {
  html: string
  /** The same without its formatting: shown until the cleaner is here, and in its place when it cannot be fetched. */
  plain: string
}

/** Text that people formatted, with everything taken out that is not formatting. */
export function SafeHtml({ html, plain }: SafeHtmlProps) {
  return (
    <Suspense fallback={<PlainText plain={plain} />}>
      <Cleaned html={html} plain={plain} />
    </Suspense>
  )
}

const Cleaned = lazy(async (): Promise<{ default: ComponentType<SafeHtmlProps> }> => {
  try {
    return { default: (await import('./formatted-text.tsx')).FormattedText }
  } catch {
    return { default: PlainText }
  }
})

function PlainText({ plain }: Pick<SafeHtmlProps, 'plain'>) {
  return <Plain>{plain}</Plain>
}

const Plain = styled.div({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
