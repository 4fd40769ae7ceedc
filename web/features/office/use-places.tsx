import { useEffect, useRef } from 'react'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { nameIn, valueIn } from '#shared/lib/in-row.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/state/toasts.ts'
import type { OfficeAddress } from './office-address.ts'
import type { Office } from './offices.ts'

type Row = { id: number; active: boolean }
type Way = 'up' | 'down'

/** The column that moves rows whose order people say; none where several parents are mixed, or only some of the rows are there. */
export function usePlaces<R extends Row>(
  { of }: Office,
  { above, term, which }: OfficeAddress,
  shown: readonly R[] | undefined,
): Column<R> | null {
  const { user } = useDevice()
  const { save } = useSaving()
  const { placed } = of
  const parent = placed && above[placed.within]
  const mayMove = parent !== undefined && which !== 'inactive' && term.trim() === '' && can(user, of.who.writes)
  const siblings = useStored(
    async (device) => {
      if (!placed || !mayMove) return []
      const rows = (await device.table(of.table).toArray()) as Row[]
      const isShown = (row: Row) => (which === 'all' || row.active) && valueIn(row, placed.within) === parent
      return placed.inOrder(rows.filter(isShown) as never)
    },
    [of.table, parent, mayMove, which],
  )
  const isMoving = useRef(false)
  const moved = useRef('')
  // A row that is put elsewhere in the page loses the focus that was in it.
  const order = (shown ?? []).map(({ id }) => id).join()
  useEffect(() => {
    if (moved.current) document.getElementById(moved.current)?.focus()
    moved.current = ''
  }, [order])
  if (!mayMove || !siblings) return null

  const move = async (row: R, way: Way) => {
    const at = siblings.findIndex(({ id }) => id === row.id)
    const before = way === 'up' ? siblings[at - 1] : (siblings[at + 2] ?? { id: 0 })
    if (isMoving.current || !before || isAtEnd(siblings, row, way)) return
    isMoving.current = true
    moved.current = buttonOf(row, way)
    const { refusal } = await save({
      method: 'POST',
      path: `${of.rest.path.slice(1)}/${row.id}/move`,
      body: { before: before.id },
      mayRepeat: true,
      done: `${nameIn(row)} is number ${at + (way === 'up' ? 0 : 2)} of ${siblings.length}`,
    })
    isMoving.current = false
    if (!refusal) return
    moved.current = ''
    toast(sentenceOf(refusal), { variant: 'error' })
  }

  return {
    key: 'order',
    header: 'Order',
    hideHeader: true,
    width: '104px',
    cell: (row) =>
      (['up', 'down'] as const).map((way) => (
        <IconButton
          key={way}
          id={buttonOf(row, way)}
          icon={`arrow-${way}`}
          label={`Move ${nameIn(row)} ${way}`}
          // Not `disabled`, which would take the focus from whoever moves a row to the end.
          aria-disabled={isAtEnd(siblings, row, way) || undefined}
          onClick={() => void move(row, way)}
        />
      )),
  }
}

const buttonOf = ({ id }: Row, way: Way): string => `move-${id}-${way}`
const isAtEnd = (siblings: readonly Row[], { id }: Row, way: Way): boolean =>
  siblings.at(way === 'up' ? 0 : -1)?.id === id
