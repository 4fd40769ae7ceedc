/** One text on the wire, e-mails joined with `; `; `,` and new lines are read too (C-133). */
export const recipientsToText = (emails: readonly string[]): string => emails.join('; ')

export const recipientsFromText = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Each address once, in whatever case it comes again; as it was written first. */
export function eachOnce(emails: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const email of emails) {
    const [key, text] = [email.trim().toLowerCase(), email.trim()]
    if (key !== '' && !byKey.has(key)) byKey.set(key, text)
  }
  return [...byKey.values()]
}
