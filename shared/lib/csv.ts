/** Tells a spreadsheet that the letters of a file are Unicode: stands before its first line. */
export const CSV_MARK = '\uFEFF'

/** One line of a comma-separated file (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe (C-258). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Whether a spreadsheet may take a text for a formula. */
export const beginsFormula = (text: string): boolean => /^[=+\-@\t\r\n]/.test(text)

function csvCell(text: string): string {
  const plain = beginsFormula(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
