const RELOADED = 'fieldpost-reloaded-for'

/** Which version our server has: another one than this page's, the same, or none could be heard. */
export async function versionAtServer(): Promise<'newer' | 'same' | 'unknown'> {
  const build = await buildAtServer().catch(() => null)
  if (!build) return 'unknown'
  return build === buildHere() ? 'same' : 'newer'
}

/** Reloads into what the server has now. The worker that waits may begin, or the page of the old one would come again. */
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

/** `/` is no file's address, so the worker lets it through to the server. */
async function buildAtServer(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return /<meta name="build" content="([^"]+)"/.exec(await answer.text())?.[1] ?? null
}

const buildHere = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''

function isTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  const choices = new Set(['checkbox', 'radio', 'hidden', 'button', 'submit'])
  return [...fields].some(({ type, value }) => !choices.has(type) && value !== '')
}
