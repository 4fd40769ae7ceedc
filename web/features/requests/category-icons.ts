import type { IconName } from '#web/theme/icon.tsx'

const icons: Readonly<Record<number, IconName>> = {
  1: 'translate',
  2: 'car',
  3: 'tech',
  4: 'box',
  5: 'expert',
  6: 'assistant',
  7: 'ship',
  8: 'other',
}

export const categoryIcon = (category: number): IconName => icons[category] ?? 'other'
