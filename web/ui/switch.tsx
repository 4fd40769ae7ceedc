import styled from '@emotion/styled'
import MuiSwitch, { type SwitchProps as MuiSwitchProps } from '@mui/material/Switch'
import type { ReactNode } from 'react'
import { media } from '../theme/tokens.ts'

interface SwitchProps extends Omit<MuiSwitchProps, 'size'> {
  label: ReactNode
}

export function Switch({ label, ...rest }: SwitchProps) {
  return (
    <SwitchRow>
      <span>{label}</span>
      <MuiSwitch {...rest} />
    </SwitchRow>
  )
}

/** Its end is the end of the line, in every form. */
const SwitchRow = styled.label({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  justifyContent: 'space-between',
  cursor: 'pointer',
  minHeight: 24,
  [media.coarse]: { minHeight: 44 },
})
