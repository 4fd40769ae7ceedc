import { Suspense, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { LostNote, type Closable } from './lost-part.tsx'

/**
 * A component that is fetched when it is shown for the first time; until then nothing stands in its place. For dialogs
 * and menus, which nobody needs for the first look at a page.
 */
export function onDemand<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(load, LostNote)
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
