import { detailFields, startFields, taskFields } from '#shared/commands/forms.ts'
import { stepPath } from '#web/parts/paths.ts'

/** Where a fault that is told at the last step is mended: the step that asks for its field, with the field's control as hash. */
export function faultPath(requestId: number, fieldId: string): string | null {
  const field = fieldId.replace(/^complete-/, '')
  if (field in startFields) return `${stepPath(requestId, 'start')}#start-${field}`
  if (field in taskFields) return `${stepPath(requestId, 'tasks')}#task-options`
  if (field in detailFields || field === 'subTaskId') return `${stepPath(requestId, 'details')}#details-${field}`
  return null
}
