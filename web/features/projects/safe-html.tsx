import styled from '@emotion/styled'
import { inPlace } from '#web/loading/in-place.tsx'

interface SafeHtmlProps {
  html: string
  /** The same without its formatting: shown until the cleaner is here, and in its place when it cannot be fetched. */
  plain: string
}

/** Text that people formatted, with everything taken out that is not formatting. */
export const SafeHtml = inPlace<SafeHtmlProps>(
  () => import('./formatted-text.tsx').then((part) => part.FormattedText),
  ({ plain }) => <Plain>{plain}</Plain>,
)

const Plain = styled.div({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
