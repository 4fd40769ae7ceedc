export type Report = (what: string, measured: string, target: string, reached?: boolean) => void

/** Prints one line a number: what, measured, target, and whether it is reached. Never fails a build: machines are noisy. */
export const report: Report = (what, measured, target, reached) => {
  const mark = reached === undefined ? ' ' : reached ? '✓' : '✗'
  console.log(`${mark} ${what.padEnd(72)} ${measured.padEnd(40)} ${target}`)
}
