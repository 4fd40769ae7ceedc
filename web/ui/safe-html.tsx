import styled from '@emotion/styled'
import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { useLost } from './lost-part.tsx'

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

const Cleaned = lazyPart<SafeHtmlProps>(
  () => import('./formatted-text.tsx').then((part) => part.FormattedText),
  function Lost(lost) {
    useLost(lost)
    return <PlainText {...lost.props} />
  },
)

function PlainText({ plain }: Pick<SafeHtmlProps, 'plain'>) {
  return <Plain>{plain}</Plain>
}

const Plain = styled.div({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
