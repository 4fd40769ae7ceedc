import { pagePart } from '#web/ui/on-demand.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { ChipsBoxProps } from './chips-box.tsx'

/** Several e-mail addresses as chips. Fetched when it is shown, for its offers weigh 8 kB. */
export const ChipsInput = pagePart<ChipsBoxProps>(
  () => import('./chips-box.tsx').then((part) => part.ChipsBox),
  ({ values, text }) => <TextInput disabled value={[...values, text].filter(Boolean).join(', ')} />,
)
