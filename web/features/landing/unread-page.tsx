import type { Trouble } from '../../data/disk.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { Problem } from './problem.tsx'

/** Instead of the sign-in page, while this browser does not open what it keeps: who is signed in here is not known. */
export function UnreadPage({ why }: { why: Trouble }) {
  useDocumentTitle('Waiting for this device')
  return (
    <LandingFrame>
      <LandingHeading>
        <h1>Waiting for this device</h1>
        <p>Fieldpost goes on by itself as soon as it can open what is kept here.</p>
      </LandingHeading>
      <Problem>{why === 'full' ? full : closed}</Problem>
    </LandingFrame>
  )
}

const full =
  'This device is full, and so what is kept on it cannot be opened. Free some room, for example by deleting pictures or apps. If it does not go on within a minute then, close the browser and open it again.'
const closed =
  'This browser does not open what is kept on this device. Leave private browsing, close other windows of Fieldpost, or restart the browser.'
