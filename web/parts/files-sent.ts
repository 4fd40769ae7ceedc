/** "2 of 3 files sent" while some are on their way (C-118); null when there is nothing to wait for. */
export const filesSent = ({ sent, waiting } = { sent: 0, waiting: 0 }): string | null =>
  waiting > 0 ? `${sent} of ${sent + waiting} files sent` : null
