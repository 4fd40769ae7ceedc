import { useNavigate } from 'react-router-dom'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { copyText } from '#web/parts/copy-text.ts'
import { taskingActions, taskingFaces, type TaskingAction, type TaskingFace } from '#web/parts/faces.ts'
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

export function HeadingActions({ detail: { project }, abilities, decidable, onOpen }: HeadingActionsProps) {
  const phone = usePhone()
  const finish = entriesAt('heading', abilities, onOpen)
  // While a decision is open its card carries these, and naming them twice would only confuse.
  const work = decidable ? [] : workEntries(abilities, onOpen)
  const print: MenuEntry = { id: 'print', label: 'Print', icon: 'file', onSelect: () => window.print() }
  const entries = [
    ...(phone ? finish : []),
    ...work.filter(isHarmless),
    ...handOn(project),
    print,
    ...work.filter(isDanger),
  ]
  const navigate = useNavigate()
  const edit = paths.editProject(project.id, 'details')
  useShortcuts({ edit: abilities.edit ? () => void navigate(edit) : undefined })
  const editing = abilities.edit ? [{ label: 'Edit', icon: 'pencil' as const, to: edit }] : []
  useDoable([...finish, ...work, ...editing].map((doable) => ({ ...doable, about: project.name })))
  return (
    <>
      {abilities.edit && (
        <ButtonLink to={edit} icon="pencil">
          Edit
        </ButtonLink>
      )}
      {!phone &&
        finish.map(({ id, label, icon, onSelect }) => (
          <Button key={id} icon={icon} onClick={onSelect}>
            {label}
          </Button>
        ))}
      <MoreMenu label={`More for ${project.name}`} entries={entries} />
    </>
  )
}

/** What can be done to the tasking besides deciding it. */
export const workEntries = (abilities: ProjectAbilities, onOpen: (dialog: TaskingAction) => void) =>
  entriesAt('menu', abilities, onOpen)

const entriesAt = (place: TaskingFace['place'], abilities: ProjectAbilities, onOpen: (dialog: TaskingAction) => void) =>
  taskingActions.flatMap((id) => {
    const { label, icon, danger, may, place: own }: TaskingFace = taskingFaces[id]
    return own === place && abilities[may] ? [{ id, label, icon, danger, onSelect: () => onOpen(id) }] : []
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
