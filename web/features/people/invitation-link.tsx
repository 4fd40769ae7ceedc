import styled from '@emotion/styled'
import { Notice } from '#web/parts/notice.tsx'

/** `path`: from the root of this site. */
export function InvitationLink({ path }: { path: string }) {
  return (
    <Notice icon="info" title="This server sends no letters, so give them this link yourself. It is shown once.">
      <Whole>{new URL(path, location.origin).href}</Whole>
    </Notice>
  )
}

const Whole = styled.p({ overflowWrap: 'anywhere', userSelect: 'all' })
