/** "2 of 3 files sent" while some wait on this device (C-118); null when there is nothing to wait for. */
export const filesSent = (sent: number, waiting: number): string | null =>
  waiting > 0 ? `${sent} of ${sent + waiting} files sent` : null
