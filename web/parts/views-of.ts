import type { SavedView, User } from '#shared/model/reference.ts'

/** A person who signed in before there were views has none until their row comes. */
export const viewsOf = ({ views }: Partial<Pick<User, 'views'>>): readonly SavedView[] => views ?? []
