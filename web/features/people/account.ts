/** An account as its form has it. */
export interface Account {
  fullName: string
  email: string
  /** Assignable ones, in the order of the form, joined by `;`. */
  roles: string
  teamId: number
  active: boolean
}
