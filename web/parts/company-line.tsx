import styled from '@emotion/styled'
import { useAppNames } from '../theme/app-names.ts'
import { textSize, token } from '../theme/tokens.ts'

/** At the foot of every page: whose app it is, and which. */
export function CompanyLine() {
  const { companyLine } = useAppNames()
  return (
    <Line>
      <span>
        © {new Date().getFullYear()} {companyLine}
      </span>
      <span>v1.0</span>
    </Line>
  )
}

const Line = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  color: token.text2,
  ...textSize.small,
  '& > :first-of-type': { minWidth: 0, overflowWrap: 'anywhere' },
})
