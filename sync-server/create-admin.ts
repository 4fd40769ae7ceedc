import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { loginSchema } from '#shared/protocol/session.ts'
import { realCost, createPasswords, type Passwords } from './auth/passwords.ts'
import type { Server } from './execute.ts'
import { createIds } from './store/ids.ts'

/** Makes the first administrator, or another. The only account that is not made by an account. */
export async function createAdmin(
  { store, organisation, now }: Server,
  { email, fullName, password }: { email: string; fullName: string; password: string },
  passwords: Passwords = createPasswords(realCost),
): Promise<void> {
  const address = email.trim().toLowerCase()
  if (!loginSchema.def.shape.email.safeParse(address).success) throw new Error(`"${email}" is not an e-mail address.`)
  if (fullName.trim().length < 3) throw new Error('Full name is required, in quotes after the address.')
  if (password.length < organisation.passwordMinLength)
    throw new Error(`The password must have at least ${organisation.passwordMinLength} characters.`)
  const id = await createIds(store)()
  const hash = await passwords.hash(password)
  const date = now()
  const taken = await store.transact({ reads: { users: many('users', { email: address }) } }, ({ users }) => {
    if (users.length > 0) return { changes: [], value: true }
    const dates = { createDate: date, modifiedDate: date }
    const user = {
      id,
      fullName: fullName.trim(),
      email: address,
      roles: 'Admin',
      teamId: 0,
      dashboard: 'manager',
      active: true,
      ...dates,
    }
    return { changes: [put('users', user), put('credentials', { id, hash, changedDate: date })], value: false }
  })
  if (taken) throw new Error(`There is already an account for ${address}.`)
}
