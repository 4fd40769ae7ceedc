import styled from '@emotion/styled'
import type { MouseEvent, ReactNode } from 'react'

export interface AtWork {
  /** Keeps the width, says "Saving…" and ignores further presses without losing the focus, which MUI's would take. */
  loading?: boolean
  loadingLabel?: string
}
interface Pressed {
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  children?: ReactNode
}

/** What a button of any kit is given while what it does is under way. */
export const atWork = ({ loading = false, loadingLabel = 'Saving…', onClick, children }: AtWork & Pressed) => ({
  'aria-busy': loading || undefined,
  'aria-disabled': loading || undefined,
  onClick: (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event)),
  children: loading ? (
    <>
      <Hidden aria-hidden>{children}</Hidden>
      <Over>{loadingLabel}</Over>
    </>
  ) : (
    children
  ),
})

const Hidden = styled.span({ display: 'inline-flex', alignItems: 'center', gap: 'inherit', visibility: 'hidden' })
const Over = styled.span({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })
