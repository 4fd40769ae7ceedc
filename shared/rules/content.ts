import { escapeHtml, htmlToText, textToHtml } from '../lib/text.ts'
import { subTaskOf } from '../model/categories.ts'
import type { Request, RequestTask } from '../model/request.ts'

/** The request's text as people read it later: sections, every word escaped (C-135). */
export function composeContent(
  request: Pick<Request, 'contactDetails' | 'taskDetails' | 'specialInstructions' | 'tasks' | 'subTaskId'>,
): string {
  const section = (title: string, html: string) => (html ? `<p><b>${escapeHtml(title)}</b><br>${html}</p>` : '')
  return [
    section('Contact Details', textToHtml(request.contactDetails)),
    section('Request Details', textToHtml(request.taskDetails)),
    section('Special Instructions', textToHtml(request.specialInstructions)),
    section('Tasks', request.tasks.map((task) => escapeHtml(taskInWords(task, request.subTaskId))).join('<br>')),
  ].join('')
}

/** "Housing, New Lease": a task with the sub-task that was chosen of it. */
export function taskInWords(task: Pick<RequestTask, 'taskId' | 'name'>, subTaskId: number): string {
  const subTask = subTaskOf(task, subTaskId)
  return subTask ? `${task.name}, ${subTask.name}` : task.name
}

/** What the edit box shows. */
export const contentToText = (content: string): string => htmlToText(content)

/**
 * What is stored when the edit box is saved: escaped, so that no tag a person typed is a tag. Nothing is stripped, or
 * `Grace <grace@example.org>` would be lost by saving what the box shows.
 */
export const contentFromText = (text: string): string => textToHtml(text)

/** A tasking's first description (C-126). */
export const describeTasking = (taskName: string, details: string): string =>
  `${taskName} — ${[...details.replace(/\s+/g, ' ').trim()].slice(0, 200).join('')}`
