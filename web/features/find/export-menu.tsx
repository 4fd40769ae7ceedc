import { counted } from '#shared/lib/counted.ts'
import { MOST_EXPORTED } from '#shared/model/limits.ts'
import { savePreferences } from '#shared/commands/preferences.ts'
import type { FileFormat } from '#shared/queries/tasking-file.ts'
import { useState } from 'react'
import { useDevice } from '#web/data/device-context.tsx'
import { useAsOf } from '#web/parts/live-line.tsx'
import { copyText } from '#web/parts/copy-text.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { useAct } from '#web/parts/use-act.ts'
import { viewsOf } from '#web/parts/views-of.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { MenuEntry } from '#web/ui/menu-list.tsx'
import { toast } from '#web/state/toasts.ts'
import type { FindAddress } from './find-address.ts'
import { ViewDialog } from './view-dialog.tsx'
import type { Shown } from './use-found.ts'

interface ExportMenuProps {
  address: FindAddress
  shown: Shown
  /** Three dots, with the saved views before the files. */
  compact?: boolean
}

/** What is found as a file, and its address for somebody else. */
export function ExportMenu({ address, shown, compact = false }: ExportMenuProps) {
  const { filters } = address
  const open = useDevice()
  const act = useAct(savePreferences)
  const [naming, setNaming] = useState(false)
  const own = viewsOf(open.user)
  const saved = own.find(({ search }) => search === address.search)
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const asOf = useAsOf()
  const [busy, setBusy] = useState(false)
  const { found, from, isOnDevice } = shown
  const total = found?.totalItems ?? 0

  const remove = () => void (saved && act(() => ({ view: { name: saved.name, search: '' } })))
  async function save(format: FileFormat) {
    setBusy(true)
    const part = import('./save-taskings.ts')
    const why = await part
      .then(({ saveTaskings }) => saveTaskings(format, { open, filters, isOnDevice, token }))
      .catch(() => 'The file could not be made. Try again.')
    setBusy(false)
    if (why) toast(why, { variant: 'error' })
  }

  const all =
    total > MOST_EXPORTED
      ? `The first ${counted(MOST_EXPORTED)} taskings`
      : `Exactly these ${countOf(total, 'tasking')}`
  const made = !isOnDevice ? 'made by the server' : from === 'device' && asOf ? `as of ${asOf}` : 'made on this device'
  const entries: MenuEntry[] = [
    ...(compact
      ? [
          ...own.map(({ name, search }) => ({
            id: name,
            label: name,
            to: `/find?${search}`,
            selected: search === address.search,
          })),
        ]
      : []),
    ...(saved
      ? [
          { id: 'rename', label: 'Rename this view', icon: 'pencil' as const, onSelect: () => setNaming(true) },
          { id: 'delete', label: 'Delete this view', icon: 'trash' as const, onSelect: remove },
        ]
      : compact
        ? [{ id: 'save', label: 'Save this view', icon: 'flag' as const, onSelect: () => setNaming(true) }]
        : []),
    ...(total > 0
      ? ([
          {
            id: 'csv',
            label: 'CSV, for any program',
            icon: 'file',
            onSelect: () => void save('csv'),
            divided: saved !== undefined || compact,
          },
          { id: 'xlsx', label: 'Excel (XLSX), dates as values', icon: 'dashboard', onSelect: () => void save('xlsx') },
        ] as const)
      : []),
    {
      id: 'link',
      label: 'Copy link to this view',
      icon: 'copy',
      divided: true,
      onSelect: () => void copyText([{ label: '', text: `${location.origin}/find?${address.search}` }]),
    },
  ]
  const menu = { label: 'Export', entries, header: total > 0 ? `${all} · ${made}` : 'Nothing to export' }
  return (
    <>
      {!compact && !saved && (
        <Button icon="flag" onClick={() => setNaming(true)}>
          Save view
        </Button>
      )}
      <Menu
        {...menu}
        trigger={(attributes) =>
          compact ? (
            <IconButton
              {...attributes}
              icon="dots-vertical"
              label="This view"
              size="large"
              disabled={busy}
              aria-busy={busy}
            />
          ) : (
            <Button {...attributes} icon="download" endIcon="chevron-down" loading={busy} loadingLabel="Making…">
              Export
            </Button>
          )
        }
      />
      <ViewDialog
        key={`${address.search} ${naming}`}
        open={naming}
        onClose={() => setNaming(false)}
        search={address.search}
        was={saved?.name}
        taken={own.map(({ name }) => name)}
      />
    </>
  )
}
