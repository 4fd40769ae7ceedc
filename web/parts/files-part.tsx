import { pagePart } from '../ui/on-demand.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import type { FilesPanelProps } from './files-panel.tsx'

/** The list of files, fetched by itself: with what is on its way and what is kept here it is too much for a page. */
export const FilesPanel = pagePart<FilesPanelProps>(
  () => import('./files-panel.tsx').then((part) => part.FilesPanel),
  () => <CardSkeleton lines={2} />,
)
