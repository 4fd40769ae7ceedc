import type { Server } from '../execute/execute.ts'
import { addAdmin, type NewAdmin } from './first-admin.ts'
import { createPasswords, realCost, type Passwords } from './passwords.ts'

/** `--create-admin`: an administrator for whoever runs the server, also when nobody else can sign in any more. */
export async function createAdmin(
  server: Server,
  admin: NewAdmin,
  passwords: Passwords = createPasswords(realCost),
): Promise<void> {
  const errors = await addAdmin(server, passwords, null, admin)
  if (errors)
    throw new Error(
      [errors]
        .flat()
        .map((error) => (typeof error === 'string' ? error : error.message))
        .join('\n'),
    )
}
