import { templateOf, type Line } from '../rest/about.ts'

/** The line that an address leads to: of those that fit, the one with the most words of its own. */
export function lineAt(lines: readonly Line[], method: string, address: string): Line {
  const path = `/${address.replace(/\?.*/, '')}`
  const fits = lines.filter(
    (line) =>
      line.methods.some((one) => one === method) &&
      new RegExp(`^${templateOf(line.path).replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const [line] = fits.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  if (!line) throw new Error(`No line is at ${method} ${address}`)
  return line
}
