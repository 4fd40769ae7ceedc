import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** In place of a page that broke. */
export function Broken() {
  return (
    <EmptyState
      heading="This page could not be opened"
      text="What you have written is saved on this device."
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    />
  )
}
