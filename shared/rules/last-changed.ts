import type { User } from '../model/reference.ts'

interface Signed {
  modifiedById: number
  modifiedDate: string
}

/** Who else changed a row last, and when; nobody is told of themselves. Which of its fields they changed a row does not say. */
export const lastChanged = ({ modifiedById: by, modifiedDate: at }: Signed, actor: Pick<User, 'id'>) =>
  by === actor.id ? {} : { by, at }
