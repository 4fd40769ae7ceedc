import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** What stands in place of what has failed. `again` shows the children anew. It may throw on what is not its matter. */
  instead: (error: unknown, again: () => void) => ReactNode
}
interface State {
  failure: { error: unknown } | null
}

/** The one place where a failed render ends: it takes nothing with it but what is inside. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.instead(failure.error, () => this.setState({ failure: null })) : this.props.children
  }
}
