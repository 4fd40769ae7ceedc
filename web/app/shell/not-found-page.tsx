import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { wayHome } from '../../parts/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function NotFoundPage() {
  const home = homePathOf(useDevice().user)
  return (
    <Page title="Page not found" hideTitleOnPhone>
      <EmptyState
        heading="There is no page here"
        text="The address may be mistyped, or the page has moved."
        action={
          <ButtonLink to={home} variant="contained">
            {wayHome(home)}
          </ButtonLink>
        }
      />
    </Page>
  )
}
