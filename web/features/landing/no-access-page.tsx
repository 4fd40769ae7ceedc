import * as messages from '#shared/model/messages.ts'
import { wayHome } from '../../parts/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'

/** Where a refused page sends a signed-in person (C-028). */
export function NoAccessPage({ home }: { home: string }) {
  useDocumentTitle('No access')
  return (
    <LandingFrame>
      <LandingHeading role="alert">
        <h1>No access</h1>
        <p>{messages.noAccess}</p>
      </LandingHeading>
      <ButtonLink to={home} replace variant="contained" size="large" fullWidth>
        {wayHome(home)}
      </ButtonLink>
    </LandingFrame>
  )
}
