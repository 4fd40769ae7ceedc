/**
 * The last net: a failure that nobody caught becomes a sentence, once. What must be said better is caught where it happens. It hangs before
 * anything else is there; what it speaks with is loaded only then.
 */
export function hangLastNet(): void {
  window.addEventListener('unhandledrejection', ({ reason }) => void tell(reason))
  window.addEventListener('error', ({ error, message }) => {
    if (error) void tell(error)
    // Without an error it is a picture that did not come, a script of somebody else, or the browser's own remark.
    else console.warn(message)
  })
}

async function tell(error: unknown): Promise<void> {
  if (isHarmless(error)) return
  const [messages, { toast }, { troubleOf }] = await Promise.all([
    import('#shared/model/messages.ts'),
    import('../state/toasts.ts'),
    import('../data/disk.ts'),
  ])
  const trouble = troubleOf(error)
  if (trouble)
    return void toast(trouble === 'full' ? messages.deviceFull : messages.deviceClosed, {
      variant: 'error',
      key: 'disk',
    })
  toast(messages.unexpected, { variant: 'error', key: 'unexpected', duration: 12_000 })
}

/** Called off on purpose; or a part of the app that did not come, for which its boundary offers to try again. */
const isHarmless = (error: unknown): boolean => {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string }
  // Dexie's own of that name is a disk that is full.
  const isCalledOff = name === 'AbortError' && error instanceof DOMException
  return isCalledOff || /dynamically imported module|module script failed|ResizeObserver loop/i.test(message)
}
