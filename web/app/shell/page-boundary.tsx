import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface State {
  failed: boolean
}

/** A page that breaks, or whose part cannot be fetched, takes nothing with it: what was written is on the device. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
}
