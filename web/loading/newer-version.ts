const RELOADED = 'fieldpost-reloaded-for'

/**
 * Which version our server has: another one than this page's, the same, or none could be heard. A newer one that this device holds, since another
 * tab has updated, needs no server.
 */
export async function newestVersion(): Promise<'newer' | 'same' | 'unknown'> {
  const here = buildHere()
  const there = await buildAt('/')
  if (there) return there === here ? 'same' : 'newer'
  const kept = await buildAt('/index.html')
  return kept && kept !== here ? 'newer' : 'unknown'
}

/** Reloads into the newest there is. The worker that waits may begin, or the page of the old one would come again. */
export async function reloadNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
  location.reload()
}

/** The same without being asked: only when nothing is typed, and once, so that it never goes round in a circle. */
export async function reloadOnce(): Promise<void> {
  if (isTyping()) return
  const here = buildHere()
  if (sessionStorage.getItem(RELOADED) === here) return
  sessionStorage.setItem(RELOADED, here)
  await reloadNewest()
}

/** `/` is no file's address, so the worker lets it through to the server; `/index.html` it answers with its own. Null where nothing of ours answers. */
async function buildAt(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    return /<meta name="build" content="([^"]+)"/.exec(await answer.text())?.[1] ?? null
  } catch {
    return null
  }
}

const buildHere = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

function isTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const choices = new Set(['checkbox', 'radio', 'hidden', 'button', 'submit'])
  return [...fields].some(({ type, value }) => !choices.has(type) && value !== '')
}
