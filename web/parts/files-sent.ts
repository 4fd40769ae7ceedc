/** "2 of 3 files sent" while some of them have no bytes at the server yet (C-118); null when there is nothing to wait for. */
export function filesSent(files: readonly { stored: boolean }[]): string | null {
  const sent = files.filter(({ stored }) => stored).length
  return sent < files.length ? `${sent} of ${files.length} files sent` : null
}
