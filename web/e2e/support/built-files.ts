import { readFileSync } from 'node:fs'

/** Vite's manifest: the key is a source file relative to web/, or an address; `name` is what the part is called. */
const chunks = JSON.parse(readFileSync('dist/web-chunks.json', 'utf8')) as Record<
  string,
  { file: string; name?: string }
>
const names = new Map(Object.values(chunks).map(({ file, name }) => [`/${file}`, name ?? '']))

/** Whether this path serves one of these: parts of the app by their name (`outbox-page`), other files by their path. */
export function serves(path: string, ...wanted: string[]): boolean {
  return wanted.includes(names.get(path) ?? path)
}

/** The path of a part of the app, by its name. */
export const fileOf = (part: string): string => {
  const [path] = [...names].find(([, name]) => name === part) ?? []
  if (!path) throw new Error(`The build has no ${part}`)
  return path
}
