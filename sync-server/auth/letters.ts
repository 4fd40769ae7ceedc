interface Recipient {
  fullName: string
  email: string
}

export const resetLetter = (appName: string, { fullName, email }: Recipient, link: string) => ({
  to: email,
  subject: `Set a new password for ${appName}`,
  text: `Hello ${fullName},

somebody, probably you, asked for a new password for ${appName}. Choose one here within 30 minutes:

${link}

This signs you out everywhere. If you did not ask, do nothing: your password stays as it is.
`,
})

export const invitationLetter = (appName: string, { fullName, email }: Recipient, link: string) => ({
  to: email,
  subject: `Your account for ${appName}`,
  text: `Hello ${fullName},

you have an account for ${appName} with the address ${email}. Choose your password here within 7 days:

${link}

Then sign in with the address and the password.
`,
})

/** What happened to somebody's account, by whose hand: `by` null is their own password, or a link from a letter to them. */
interface Changed {
  person: Recipient
  password: boolean
  moved: boolean
  /** The roles from now on, when they changed. */
  roles: string | null
  by: Pick<Recipient, 'fullName'> | null
}

/** To an address of the account: the one of before learns that there is another one, and not which. */
export const changedLetter = (appName: string, to: string, { person, password, moved, roles, by }: Changed) => ({
  to,
  subject: `Your account for ${appName} was changed`,
  text: `Hello ${inOneLine(person.fullName)},

${[
  ...(password ? ['A new password was set.'] : []),
  ...(moved && to === person.email ? ['This is the e-mail address of your account from now on.'] : []),
  ...(moved && to !== person.email
    ? ['Your account has another e-mail address now; this is the last letter to this one.']
    : []),
  ...(roles === null ? [] : [`Your roles are now: ${roles.split(';').join(', ')}.`]),
].join('\n')}

${by ? `${inOneLine(by.fullName)} did this` : 'It was done with your own password, or with a link from a letter to you'}. Where you are signed out now, sign in again.
If you know nothing of it, tell an administrator at once.
`,
})

/** People name themselves; a name does not write a letter. */
const inOneLine = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim()
