/** One text on the wire, e-mails joined with `; `; `,` and new lines are read too (C-133). */
export const recipientsToText = (emails: readonly string[]): string => emails.join('; ')

export const recipientsFromText = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
