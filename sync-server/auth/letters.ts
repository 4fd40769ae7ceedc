/** How links travel to people. app.ts brings it; what carries letters is no business of this room. */
export interface Post {
  send(letter: { to: string; subject: string; text: string }): void
  reachesPeople: boolean
  /** Where links lead: scheme and host, without a slash at the end. */
  publicUrl: string
}

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
