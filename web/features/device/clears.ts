/** Safari deletes what a page keeps after seven days of its use without a visit, but not what stands on the home screen or in the Dock. */
export const clearsAfterAWeek = (
  { vendor, userAgent } = navigator,
  isInstalled = matchMedia('(display-mode: standalone)').matches,
): boolean => /^Apple/.test(vendor) && /Safari\//.test(userAgent) && !isInstalled
