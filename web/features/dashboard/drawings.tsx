import styled from '@emotion/styled'
import { Stack } from '#web/ui/page.tsx'
import { Days } from './days-drawing.tsx'
import { Months } from './months-drawing.tsx'
import { Posts } from './posts-drawing.tsx'
import type { OpenPicture } from './use-open-picture.ts'

interface DrawingsProps {
  teamId: number
  picture: OpenPicture
}

/** What one looks at rather than reads: the last twelve months, the next thirty days, the posts. */
export function Drawings({ teamId, picture }: DrawingsProps) {
  return (
    <Stack>
      <Days teamId={teamId} picture={picture} />
      <Pair>
        <Months teamId={teamId} />
        <Posts teamId={teamId} picture={picture} />
      </Pair>
    </Stack>
  )
}

const Pair = styled(Stack)({
  '@media (min-width: 1200px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})
