import { type ComponentType } from 'react'
import { inPlace } from '../loading/in-place.tsx'
import { lazyPart } from '../loading/lazy-part.tsx'
import { token } from '../theme/tokens.ts'
import { LostNote, LostPage, LostPart, type Closable } from './lost-part.tsx'
import { useAfter } from './use-after.ts'
import { Waiting } from '../loading/waiting.tsx'

/** A page, whose code is fetched when it is opened. */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazyPart(load, LostPage)

/** That a press was heard, over whatever is open. What comes at once does without. */
const Coming = () =>
  useAfter(150) && (
    <progress
      aria-label="Opening"
      style={{
        position: 'fixed',
        inset: 'env(safe-area-inset-top) 0 auto',
        zIndex: 1400,
        width: '100%',
        height: 4,
        accentColor: token.primary,
      }}
    />
  )

/** A part of a page that is missed when it does not come: then a sentence with *Try again* stands in its place. */
export const pagePart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Coming,
) => inPlace(load, Meanwhile, LostPart)

/**
 * A component that is fetched when it is shown for the first time; until then a line at the head of the screen runs. For dialogs
 * and menus, which nobody needs for the first look at a page.
 */
export function onDemand<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(load, LostNote)
  return function OnDemand(props: Props) {
    return (
      <Waiting fallback={props.open !== false && <Coming />}>
        <Part {...props} />
      </Waiting>
    )
  }
}
