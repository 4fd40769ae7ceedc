import { lazy, Suspense, type ComponentType } from 'react'

/**
 * A component that is fetched when it is shown for the first time; until then nothing stands in its place. For dialogs
 * and menus, which nobody needs for the first look at a page.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }))
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
