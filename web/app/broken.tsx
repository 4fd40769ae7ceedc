import { Button } from '../ui/plain.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** In place of a page that broke. *Try again* shows it anew: what broke it may be gone with the next row that comes. If it is not, a reload is left. */
export function Broken({ onAgain }: { onAgain: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        heading="This page could not be opened"
        text="What you have written is saved on this device. If trying again does not help, reload."
        action={
          <>
            <Button onClick={() => location.reload()}>Reload</Button>{' '}
            <Button variant="contained" onClick={onAgain}>
              Try again
            </Button>
          </>
        }
      />
    </div>
  )
}
