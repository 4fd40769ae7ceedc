/** Of a thread in this folder: bundled, it stands beside the program; from the sources it needs what reads TypeScript, which a thread does not inherit. */
export function threadScript(name: string): URL | string {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${name}.js`, import.meta.url)
  const source = new URL(`./${name}.ts`, import.meta.url).href
  return `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source)})))`
}
