import styled from '@emotion/styled'
import { keyframes } from '@emotion/react'
import { LogoMark } from '../parts/logo.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** Between sign-in and the first screen, while the rest of the app arrives; not shown in the first instant. */
export function Opening() {
  return (
    <Ground role="status">
      <LogoMark size={48} />
      <VisuallyHidden>Opening Fieldpost</VisuallyHidden>
    </Ground>
  )
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const Ground = styled.div({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  animation: `${appear} 180ms 300ms both`,
})
