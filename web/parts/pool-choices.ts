import { formatMoney, type Cents } from '#shared/lib/money.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import { figuresOf } from '#shared/rules/funding.ts'
import type { PickerItem } from '../ui/picker-lines.tsx'

/** The active codes of a project type (C-140), and the one that is already chosen even if it no longer is. */
export const poolsOf = (pools: readonly PoolCode[], projectTypeId: number, chosen: PoolCode | null): PoolCode[] => [
  ...(chosen && !pools.some((pool) => pool.id === chosen.id) && chosen.projectTypeId === projectTypeId ? [chosen] : []),
  ...pools.filter((pool) => pool.projectTypeId === projectTypeId),
]

/** "Ship 5120 · $182,400 left · as of 09:42" */
export const poolItem = (pool: PoolCode, asOf: string): PickerItem<string> => ({
  id: pool.poolCode,
  title: pool.poolCode,
  subtitle: [`Ship ${pool.shipNumber}`, balanceInWords(figuresOf(pool).balance), asOf].filter(Boolean).join(' · '),
})

export const balanceInWords = (balance: Cents): string =>
  balance < 0 ? `${formatMoney(-balance)} over` : `${formatMoney(balance)} left`
