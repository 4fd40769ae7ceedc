import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Of two such lists a browser takes the last. This is Playwright's (`chromiumSwitches.ts`), as far as it is about Chromium on any
 * system, and the suggestions of the address bar, two pages that take as long to load as the rest of the browser to start.
 */
const withoutFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
]

/** The path of a Chromium or Chrome on this machine; one is installed if there is none. */
export function findBrowser(): string {
  const browser = named('FIELDPOST_BROWSER') ?? installed() ?? install()
  if (!browser) {
    console.error('No browser: install Chromium or Chrome, or name one in FIELDPOST_BROWSER.')
    process.exit(1)
  }
  // Playwright evaluates its config again in each worker; they need not search.
  process.env['FIELDPOST_BROWSER'] = browser
  return browser
}

/** The path of a Firefox on this machine, where there is one: it is never installed for a test. An empty name leaves it out. */
export function findFirefox(): string | undefined {
  const isAsked = process.env['FIELDPOST_FIREFOX'] === undefined
  const firefox = isAsked
    ? [...onPath('firefox-esr', 'firefox'), ...firefoxPlaces()].find(runs)
    : named('FIELDPOST_FIREFOX')
  process.env['FIELDPOST_FIREFOX'] = firefox ?? ''
  return firefox
}

/**
 * How WebKitGTK's WebDriver is started on this machine, where it has one and the browser it drives; never installed for a test. It shows its browser,
 * so it needs a display, or one in memory.
 */
export function findWebKit(): string[] {
  const [driver] = onPath('WebKitWebDriver').filter(existsSync)
  const [display] = onPath('xvfb-run').filter(existsSync)
  return driver && display ? [display, '--auto-servernum', driver] : []
}

function named(variable: string): string | undefined {
  const path = process.env[variable]
  if (!path) return undefined
  if (existsSync(path)) return path
  console.error(`${variable} names ${path}, which does not exist.`)
  process.exit(1)
}

function installed(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  return [...onPath(...names), ...usualPlaces(), chromium.executablePath()].find(runs)
}

function onPath(...names: string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'].map((app) =>
      join('/Applications', app),
    )
  }
  if (process.platform !== 'win32') return []
  return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable]
    return folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : []
  })
}

function firefoxPlaces(): string[] {
  if (process.platform === 'darwin') return ['/Applications/Firefox.app/Contents/MacOS/firefox']
  const folder = process.env['PROGRAMFILES']
  return process.platform === 'win32' && folder ? [join(folder, 'Mozilla Firefox/firefox.exe')] : []
}

/** Ubuntu's chromium-browser without its snap exists and does not run; on Windows asking would open a window. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function install(): string | undefined {
  console.error('No browser found; installing one.')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', 'chromium'])
    const browser = installed()
    if (browser) return browser
  }
  run('npx', ['playwright', 'install', 'chromium'])
  return installed()
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(findBrowser())
