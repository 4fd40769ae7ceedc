import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { media, textSize, token } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface PageProps {
  title: string
  /** Where the page title reads differently from the tab of the browser. */
  heading?: ReactNode
  /** The way here: `Crumbs`. */
  breadcrumb?: ReactNode
  /** On the line of the title: chips, "Live · 09:44". */
  meta?: ReactNode
  /** Under the title, in one quiet line. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** For phones whose app bar already shows the title: there it is for readers only, and nothing stands beside it. */
  hideTitleOnPhone?: boolean
  /** With a column beside what other pages are wide enough for. */
  wide?: boolean
  children: ReactNode
}

export function Page({
  title,
  heading,
  breadcrumb,
  meta,
  subtitle,
  actions,
  hideTitleOnPhone = false,
  wide = false,
  children,
}: PageProps) {
  useDocumentTitle(title)
  const onlyHeard = usePhone() && hideTitleOnPhone
  return (
    <Root data-wide={wide || undefined}>
      {breadcrumb}
      {onlyHeard ? (
        <VisuallyHidden as="h1">{heading ?? title}</VisuallyHidden>
      ) : (
        <Header>
          <Words>
            <TitleLine>
              <Title tabIndex={-1}>{heading ?? title}</Title>
              {meta}
            </TitleLine>
            {subtitle && <Subtitle>{subtitle}</Subtitle>}
          </Words>
          {actions && <Actions>{actions}</Actions>}
        </Header>
      )}
      {children}
    </Root>
  )
}

/** Sections under each other, 16 px apart (12 on the phone). */
export const Stack = styled.div({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.phone]: { gap: 12 },
  // Fields stand as far apart as in a FormGrid.
  '&:has(> [data-field])': { gap: 20 },
})

/** The buttons of a list's head on the phone, and wherever a desk is enlarged to its width: beside each other where there is room. */
export const HeadButtons = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 })

/** Content beside a narrow column; one column below `lg`. */
export const Columns = styled.div<{ side?: number }>(({ side = 344 }) => ({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.phone]: { gap: 12 },
  '@media (min-width: 1200px)': { gridTemplateColumns: `minmax(0, 1fr) ${side}px` },
}))

/** Fields in two columns; one on the phone and under 200 % zoom. */
export const FormGrid = styled.div({
  display: 'grid',
  gap: '20px 16px',
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(280px, calc((100% - 16px) / 2))), 1fr))',
  '& > [data-wide]': { gridColumn: '1 / -1' },
})

interface StickyFooterProps {
  /** `bar` also sticks to the bottom on the desktop. */
  desktop?: 'row' | 'bar'
  children: ReactNode
}

/** On the phone it floats over the end of the page. */
export function StickyFooter({ desktop = 'row', children }: StickyFooterProps) {
  return (
    <Footer ref={measured} data-sticky-footer data-desktop={desktop}>
      {children}
    </Footer>
  )
}

/** As much as it is high the page leaves free at its end, and below what the keyboard goes to. */
function measured(footer: HTMLElement) {
  const { style } = document.documentElement
  const look = new ResizeObserver(() => style.setProperty('--fp-foot', `${footer.offsetHeight}px`))
  look.observe(footer)
  return () => {
    look.disconnect()
    style.removeProperty('--fp-foot')
  }
}

const Root = styled.div({
  maxWidth: 1440,
  padding: '20px 24px 24px',
  '&[data-wide]': { maxWidth: 1696 },
  [media.phone]: { padding: '16px 12px 24px', '& > nav:has(+ h1)': { marginBottom: 12 } },
  // The bar of a short page stands at the foot of the window: whatever it lies in grows so far.
  [media.desktop]: {
    '&:has([data-desktop="bar"]), & :has([data-desktop="bar"])': {
      display: 'flex',
      flexDirection: 'column',
      flexGrow: 1,
    },
    '& :has(+ [data-desktop="bar"])': { marginBottom: 20 },
  },
})
const Header = styled.header({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 12,
  minHeight: 36,
  marginBottom: 16,
  [media.phone]: { marginBottom: 12 },
})
// As narrow as its longest word; the actions then go below.
const Words = styled.div({ flex: 1, maxWidth: '100%' })
const TitleLine = styled.div({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 12px' })
const Title = styled.h1({
  ...textSize.page,
  maxWidth: '100%',
  overflowWrap: 'break-word',
})
const Subtitle = styled.p({ ...textSize.small, color: token.text2, marginTop: 4 })
const Actions = styled.div({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 12 })
const Footer = styled.footer({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginTop: 20,
  '&[data-desktop="bar"]': {
    [media.desktop]: {
      position: 'sticky',
      bottom: 0,
      zIndex: 4,
      minHeight: 64,
      margin: 'auto -24px -24px',
      padding: '0 24px',
      background: token.surface,
      borderTop: `1px solid ${token.divider}`,
      // Where the window is wider than a page, the bar goes on to its edge.
      boxShadow: `1440px 1px ${token.surface}, 1440px 0 ${token.divider}`,
    },
  },
  [media.phone]: {
    position: 'fixed',
    left: 0,
    right: 0,
    bottom: 0,
    zIndex: 10,
    margin: 0,
    padding: '12px 16px calc(20px + env(safe-area-inset-bottom))',
    background: token.surface,
    borderTop: `1px solid ${token.divider}`,
    '& > button, & > a': { minHeight: 48 },
    '&:has(> [type="submit"])': { flexWrap: 'wrap', '& > [type="submit"]': { flex: 1 } },
  },
  [media.low]: { paddingBlock: '8px calc(8px + env(safe-area-inset-bottom))' },
})
