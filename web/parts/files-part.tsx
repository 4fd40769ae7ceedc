import styled from '@emotion/styled'
import { media } from '../theme/tokens.ts'
import { pagePart } from '../ui/on-demand.tsx'
import { Panel } from '../ui/panel.tsx'
import type { FilesPanelProps } from './files-panel.tsx'

/** As high as what comes, the room to attach and a row for each file, so that a button below it does not move under a finger. */
const FilesRoom = ({ files }: FilesPanelProps) => (
  <Panel title="Files">
    <Room style={{ marginTop: files.length * ROW }} />
  </Panel>
)
/** Where the words about it stand in two lines. */
const ROW = 72
const Room = styled.div({ minHeight: 130, [media.phone]: { minHeight: 178 } })

/** The list of files, fetched by itself: with what is on its way and what is kept here it is too much for a page. */
export const FilesPanel = pagePart<FilesPanelProps>(
  () => import('./files-panel.tsx').then((part) => part.FilesPanel),
  FilesRoom,
)
