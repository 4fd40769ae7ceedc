import { StatCardsSkeleton } from '../../features/dashboard/stat-card.tsx'
import { Page, Stack } from '../../ui/page.tsx'
import { Card } from '../../ui/panel.tsx'
import { CardSkeleton, TableSkeleton } from '../../ui/skeleton.tsx'

/** What most of the page is; without it, a card. */
export type Shape = 'dashboard' | 'list'

/** While the code of a page comes: its title at once, and the shape of what will stand there. */
export function PageSkeleton({ title, shape }: { title: string; shape: Shape | undefined }) {
  return (
    <Page title={title} hideTitleOnPhone>
      {shape === undefined ? (
        <CardSkeleton lines={10} />
      ) : (
        <Stack>
          {shape === 'dashboard' && <StatCardsSkeleton cards={4} />}
          <Card>
            <TableSkeleton rows={12} />
          </Card>
        </Stack>
      )}
    </Page>
  )
}
