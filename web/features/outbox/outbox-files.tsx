import styled from '@emotion/styled'
import { referenceOf } from '#shared/model/project.ts'
import type { KeptFile } from '../../data/device.ts'
import { paths } from '../../parts/paths.ts'
import { useTurns } from '../../parts/sending-files.tsx'
import { WaitingFile } from '../../parts/waiting-file.tsx'
import { CountBadge } from '../../ui/chip.tsx'
import { Panel } from '../../ui/panel.tsx'
import { textSize, token } from '../../theme/tokens.ts'

/** Files go after everything else, and only while the app is open. */
export function OutboxFiles({ files }: { files: readonly KeptFile[] }) {
  const turnOf = useTurns()
  if (files.length === 0) return null
  return (
    <Panel title="Files" meta={<CountBadge count={files.length} />}>
      <Quiet>They go after everything else, one after the other, while Fieldpost is open.</Quiet>
      <ul>
        {files.map((file) => (
          <WaitingFile key={file.id} file={file} turn={turnOf(file)} place={placeOf(file)} />
        ))}
      </ul>
    </Panel>
  )
}

const placeOf = ({ projectId, requestId }: KeptFile) =>
  projectId > 0
    ? { name: referenceOf(projectId), path: paths.project(projectId) }
    : { name: 'Request', path: paths.requestProjects(requestId) }

const Quiet = styled.p({ ...textSize.small, color: token.text2 })
