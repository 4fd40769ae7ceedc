import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { textSize, token } from '../theme/tokens.ts'

export interface PickerItem<Id extends string | number> {
  id: Id
  title: string
  subtitle?: string
  /** Right end of the row: a balance, a tag. */
  end?: ReactNode
}

/** What can be chosen, in one line or two. */
export function PickerLines({ title, subtitle }: Pick<PickerItem<string>, 'title' | 'subtitle'>) {
  return (
    <Lines>
      <Title data-two={subtitle ? true : undefined}>{title}</Title>
      {subtitle && <Subtitle>{subtitle}</Subtitle>}
    </Lines>
  )
}

const Lines = styled.span({ flex: 1, minWidth: 0 })
const Title = styled.span({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&[data-two]': { ...textSize.body, fontWeight: 600 },
})
const Subtitle = styled.span({ display: 'block', ...textSize.small, color: token.text2 })
