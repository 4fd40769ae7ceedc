import { useNavigate } from 'react-router-dom'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { copyText } from '#web/parts/copy-text.ts'
import { taskingActions, taskingFaces, verbOf, type TaskingAction, type TaskingFace } from '#web/parts/faces.ts'
import { paths } from '#web/parts/paths.ts'
import { useDoable } from '#web/parts/use-doable.ts'
import { useShortcuts } from '#web/parts/use-shortcuts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { MenuEntry } from '#web/ui/menu-list.tsx'
import { MoreMenu } from '#web/ui/menu.tsx'
import { usePhone } from '#web/theme/use-media.ts'
import type { ProjectDetail } from './project-detail.ts'

interface HeadingActionsProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  decidable: boolean
  onOpen: (dialog: TaskingAction) => void
}

export function HeadingActions({ detail, abilities, decidable, onOpen }: HeadingActionsProps) {
  const { project } = detail
  const phone = usePhone()
  const beside = entriesAt(['heading'], abilities, onOpen)
  // While a decision is open its card carries these, and naming them twice would only confuse.
  const work = decidable ? [] : entriesAt(['menu'], abilities, onOpen)
  const print: MenuEntry = { id: 'print', label: 'Print', icon: 'file', onSelect: () => window.print() }
  const listed = phone ? [...beside, ...work] : work
  const entries = [...listed.filter(isHarmless), ...handOn(project), print, ...listed.filter(isDanger)]
  const navigate = useNavigate()
  const edit = paths.editProject(project.id, 'details')
  useShortcuts({ edit: abilities.edit ? () => void navigate(edit) : undefined })
  const editing = abilities.edit ? [{ label: 'Edit', icon: 'pencil' as const, to: edit }] : []
  useDoable([...beside, ...work, ...editing].map((doable) => ({ ...doable, about: project.name })))
  return (
    <>
      {abilities.edit && (
        <ButtonLink to={edit} icon="pencil">
          Edit
        </ButtonLink>
      )}
      {!phone &&
        beside.map(({ id, icon, danger, onSelect }) => (
          <Button key={id} icon={icon} variant={danger ? 'danger' : 'outlined'} onClick={onSelect}>
            {verbOf(id, detail)}
          </Button>
        ))}
      <MoreMenu label={`More for ${project.name}`} entries={entries} />
    </>
  )
}

/** What can be done to the tasking besides deciding it, of what stands in these places. */
export const entriesAt = (
  places: readonly TaskingFace['place'][],
  abilities: ProjectAbilities,
  onOpen: (dialog: TaskingAction) => void,
) =>
  taskingActions.flatMap((id) => {
    const { label, icon, danger, may, place }: TaskingFace = taskingFaces[id]
    return places.includes(place) && abilities[may] ? [{ id, label, icon, danger, onSelect: () => onOpen(id) }] : []
  })

const isDanger = ({ danger }: MenuEntry): boolean => danger === true
const isHarmless = (entry: MenuEntry): boolean => !isDanger(entry)

/** Tells somebody else of it. The reference is what people say aloud; the address needs a sign-in. */
function handOn({ id, name, task }: ProjectDetail['project']): MenuEntry[] {
  const url = `${window.location.origin}${paths.project(id)}`
  const copy = (text: string) => () => void copyText([{ label: '', text }])
  const share = { title: `${name} · ${task}`, url }
  return [
    { id: 'link', label: 'Copy link', icon: 'copy', divided: true, onSelect: copy(url) },
    { id: 'reference', label: `Copy ${name}`, icon: 'copy', onSelect: copy(name) },
    ...(canShare(share)
      ? [
          {
            id: 'share',
            label: 'Share…',
            icon: 'external',
            // Whoever closes the sheet of the system has changed their mind.
            onSelect: () => void navigator.share(share).catch(() => undefined),
          } satisfies MenuEntry,
        ]
      : []),
  ]
}

/** Only some browsers have it, and only on a safe address. */
const canShare = (data: ShareData): boolean => 'canShare' in navigator && navigator.canShare(data)
