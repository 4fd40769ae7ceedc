import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const which = {
  /** Against WCAG 2.2 AA, however light. */
  wcag: (found: { tags: string[] }) => found.tags.some((tag) => tags.includes(tag)),
  /** Of every rule, those of weight. */
  serious: ({ impact }: { impact?: string | null }) => impact === 'serious' || impact === 'critical',
  all: () => true,
}

/** What axe finds on this page: each rule, and where. */
export async function findings(page: Page, kind: keyof typeof which = 'wcag'): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (kind === 'wcag') axe.withTags(tags)
  // No page of ours has frames: for them axe opens one more page each time, which takes as long again as the looking.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.filter(which[kind]).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
