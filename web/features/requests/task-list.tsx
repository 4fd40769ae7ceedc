import styled from '@emotion/styled'
import { OptionList } from '#web/ui/choice.tsx'

/** An odd last option takes the whole line, so that no empty cell is left beside it. */
export const TaskOptionList = styled(OptionList)({ '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' } })
