import styled from '@emotion/styled'
import { backdropSvg, nightSvg } from './backdrop-svg.ts'

/** Fills its positioned parent; the land stays at the bottom whatever is cut off. Pure decoration. */
export function Backdrop({ index }: { index: number | 'night' }) {
  const svg = index === 'night' ? nightSvg() : backdropSvg(index)
  return <Picture src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
}

const Picture = styled.img({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  display: 'block',
  objectFit: 'cover',
  objectPosition: '50% 100%',
})
