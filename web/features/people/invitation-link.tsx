import styled from '@emotion/styled'
import { copyText } from '#web/parts/copy-text.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Button } from '#web/ui/button.tsx'

/** `path`: from the root of this site. */
export function InvitationLink({ path }: { path: string }) {
  const { href } = new URL(path, location.origin)
  return (
    <Notice
      icon="info"
      title="This server sends no letters, so give them this link yourself. It is shown once."
      action={<Button onClick={() => void copyText([{ label: 'Link', text: href }])}>Copy</Button>}
    >
      <Whole>{href}</Whole>
    </Notice>
  )
}

const Whole = styled.p({ overflowWrap: 'anywhere', userSelect: 'all' })
