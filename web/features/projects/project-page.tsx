import { useParams } from 'react-router-dom'
import { idIn } from '#web/parts/id-in.ts'
import { ProjectScreen } from './project-screen.tsx'
import { TaskingById } from './tasking-by-id.tsx'

export function ProjectPage() {
  const id = Math.max(0, idIn(useParams()['id'] ?? ''))
  return (
    <TaskingById key={id} id={id}>
      {(detail, isWhole) => <ProjectScreen detail={detail} isWhole={isWhole} />}
    </TaskingById>
  )
}
