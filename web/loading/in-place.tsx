import { type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { useLost, type LostProps } from './use-lost.ts'
import { Waiting } from './waiting.tsx'

/**
 * A component in the middle of a page that is fetched when it is shown; until then `Meanwhile` stands there. When it is lost, `Lost` does:
 * left out, it is `Meanwhile` again, for what does the same in a plainer way or is not missed.
 */
export function inPlace<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = () => null,
  Lost: ComponentType<LostProps<Props>> = function Plainer(lost) {
    useLost(lost)
    return <Meanwhile {...lost.props} />
  },
) {
  const Part = lazyPart<Props>(load, Lost)
  return function InPlace(props: Props) {
    return (
      <Waiting fallback={<Meanwhile {...props} />}>
        <Part {...props} />
      </Waiting>
    )
  }
}
