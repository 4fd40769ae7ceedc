import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildId } from './scripts/build-id.ts'
import { webManifest } from './scripts/web-manifest.ts'
import { printOf } from './web/sync/print.ts'

/**
 * MUI is hundreds of small modules. Left alone, every set of screens that share one gets a file of its own, and a new device
 * fetches them all before it is ready, over links where a request costs more than a kilobyte.
 */
const kitFiles = [
  {
    // What the page before sign-in is made of.
    name: 'base',
    test: /@emotion|shared\/lib\/counted\.ts|web\/(parts\/(logo|use-busy)|theme\/(tokens|icon|icon-paths|use-media|buttons|fields)|loading\/.*|app\/broken|ui\/(plain|at-work|use-password|field|field-control|visually-hidden|on-demand|lost-part|empty-state|use-document-title))\.tsx?$/,
  },
  {
    name: 'kit',
    test: /@mui\/(system|styled-engine|private-theming|utils)|material\/(styles|utils|zero-styled|DefaultPropsProvider|ButtonBase|Button|ButtonGroup|IconButton|InputBase|FormControl|Paper|useLazyRipple|GlobalStyles|transitions)\/|web\/(theme\/theme|ui\/(button|icon-button|inputs|use-keyboard-left))\.tsx?$/,
  },
  {
    name: 'lists',
    test: /web\/ui\/(data-table|sort-rows|bar|segmented|panel|skeleton|tabs)\.tsx?$/,
  },
  {
    // These alone: what they need is on the first screen already.
    name: 'office',
    includeDependenciesRecursively: false,
    test: /shared\/reference\/(made|ask|save|reference|users)\.ts|shared\/(commands|rules)\/users\.ts|web\/parts\/needs-connection\.tsx/,
  },
  {
    // What waits with its bytes, behind every page.
    name: 'files',
    includeDependenciesRecursively: false,
    test: /web\/(state\/(kept-files|pinned-files|send-files|smaller-photo)|parts\/waiting-file)\.tsx?$/,
  },
  {
    // By itself: in one file with a screen it waits for what waits for it, and nothing opens.
    name: 'days',
    test: /node_modules\/dayjs\//,
  },
  {
    name: 'choices',
    test: /material\/(Checkbox|Radio|RadioGroup|Switch|internal\/SwitchBase|internal\/switchBase\w*)[./]|web\/ui\/switch\.tsx$/,
  },
  {
    name: 'overlay',
    test: /material\/(Modal|Dialog\w*|Drawer|Menu\w*|Popover|Popper|Fade|Grow|Slide|Backdrop|Portal|Unstable_TrapFocus|List\w*)\/|react-transition-group|web\/ui\/(modal|menu-list)\.tsx$/,
  },
  { name: workOf, debugName: 'work', includeDependenciesRecursively: false },
]

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/**
 * What everybody behind sign-in begins with is one file: some forty of a kilobyte or two took a request each, and 30 ms of a start. What
 * the page before sign-in needs is not in it.
 */
function workOf(id: string, modules: Modules): string | null {
  const isIn = (path: string) => closureOf(path, modules).has(id)
  const isOurs = id.startsWith(import.meta.dirname) && !id.includes('node_modules')
  const isBefore = ['app/start.tsx', 'features/landing/landing-page.tsx', 'data/disk.ts'].some(isIn)
  const isPage = /\/(signed-in|dashboard-page)\.tsx$/.test(id)
  return isOurs && !isPage && !isBefore && ['app/signed-in.tsx', 'features/dashboard/dashboard-page.tsx'].some(isIn)
    ? 'work'
    : null
}

const closures = new Map<string, Set<string>>()

/** A module and what it imports, to the ground; not what it asks for later. */
function closureOf(path: string, modules: Modules): Set<string> {
  const known = closures.get(path)
  if (known) return known
  const reached = new Set([join(import.meta.dirname, 'web', path)])
  for (const id of reached) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  closures.set(path, reached)
  return reached
}

/** The worker carries the list of all files: a name beside the hash would cost it 1 kB and tell nobody anything. */
const hashesOnly = {
  // Letters that the code is made of, too: 60 bytes less of the worker than with capitals, and no two that a disk takes for one.
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: 'assets/[hash:7].[ext]',
}

export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: kitFiles }, ...hashesOnly } },
  },
  resolve: {
    alias: [
      // The same Dexie as a module, for the browsers that this is built for: 2 kB less of the worker and of the first screen.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Its package names its development build only, with warnings for whoever programs with it.
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  server: { proxy: { '/api': 'http://localhost:8787' } },
  plugins: [react(), withoutUnused(), stampBuildId(), preloadApp(), withoutLinks(), compiledAtOnce(), serviceWorker()],
})

/**
 * What MUI brings along and the theme never shows: ripple, wheel, measured text areas, the underlined input, what folds slowly, its icons; and a
 * script for pages that a server draws. And what Emotion copies for components that are handed their theme, which none is. 9 kB of the first screen.
 */
function withoutUnused(): Plugin {
  const unused =
    /hoist-non-react-statics\.cjs\.js$|material\/(ButtonBase\/TouchRipple|CircularProgress\/CircularProgress|TextareaAutosize\/TextareaAutosize|Collapse\/Collapse|Input\/Input|internal\/svg-icons\/\w+)\.mjs$/
  const script = 'params => buildInitColorSchemeScript({'
  return {
    name: 'fieldpost:without-unused',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (unused.test(id) ? 'export default () => null' : null),
    transform(code, id) {
      if (!id.endsWith('cssVars/createCssVarsProvider.mjs')) return null
      if (!code.includes(script)) throw new Error('The script that MUI makes for a server looks different now.')
      return code.replace(script, 'params => ({')
    },
  }
}

function stampBuildId(): Plugin {
  return {
    name: 'fieldpost:build-id',
    transformIndexHtml: (_html, { server }) => [
      { tag: 'meta', attrs: { name: 'build', content: server ? 'dev' : buildId() }, injectTo: 'head' },
    ],
  }
}

/** The app is fetched with the page, though it is asked for only after what was last seen is drawn. */
function preloadApp(): Plugin {
  return {
    name: 'fieldpost:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('web/app/start.tsx'))
        return [app?.fileName, ...(app?.imports ?? [])].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/**
 * A page whose worker is there has every file beside it, for a worker begins to serve only then (`keep-app.ts`): a link for each that is needed
 * soon tells the browser nothing, and takes a twentieth of a start.
 */
function withoutLinks(): Plugin {
  const asks = 'deps && deps.length > 0'
  return {
    name: 'fieldpost:without-links',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('vite/preload-helper.js')) return null
      if (!code.includes(asks))
        throw new Error('The links that Vite makes for what is loaded later look different now.')
      return code.replace(asks, `${asks} && !navigator.serviceWorker?.controller`)
    },
  }
}

/**
 * The functions of what every start runs are compiled while their file is fetched, in another thread, and kept with it: else the browser keeps
 * what had run by the file's last line, and compiles two thousand functions again each time. Not those of screens that are opened later:
 * what is kept compiled takes room, and may first be written on a full disk.
 * https://v8.dev/blog/explicit-compile-hints
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'fieldpost:compiled-at-once',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => HINT,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const starts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => STARTS.test(id)))
        const begun = new Set(starts.map(({ fileName }) => fileName))
        for (const name of begun) {
          const chunk = chunks.find(({ fileName }) => fileName === name)
          for (const imported of chunk?.imports ?? []) begun.add(imported)
          if (chunk && chunk.code.length > LITTLE) chunk.code = `${HINT}\n${chunk.code}`
        }
      },
    },
  }
}
const HINT = '//# allFunctionsCalledOnLoad'
const STARTS = /web\/(app\/(start|signed-in)|features\/dashboard\/dashboard-page)\.tsx$/
/** What is smaller is compiled in no time, and the hint would be a hundredth of it. */
const LITTLE = 20_000

/** What Dexie keeps of the answers to live questions, which the worker never asks: 1.9 kB of it. */
function withoutLiveResults(): Plugin {
  const keeps = 'this.use(cacheMiddleware);'
  return {
    name: 'fieldpost:without-live-results',
    transform(code, id) {
      if (!id.endsWith('dexie.mjs')) return null
      if (!code.includes(keeps)) throw new Error('Dexie keeps the answers to live questions elsewhere now.')
      return code.replace(keeps, '')
    },
  }
}

/** Sentences of what a call lacks: the worker paints anew what was taken here, and nobody asks it why something was not. 0.7 kB of it. */
function withoutSentences(): Plugin {
  return {
    name: 'fieldpost:without-sentences',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('shared/model/messages.ts')) return null
      const without = code.replace(/^(export const \w+ =)\s+'[^'\n]*'$/gm, "$1 ''")
      if (without === code) throw new Error('Sentences are written otherwise now.')
      return without
    },
  }
}

function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: '.',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest: webManifest,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      // Pictures for the home screen are fetched by whoever installs the app, with a connection: 32 kB that no screen shows.
      globPatterns: ['**/*.{js,css,html,svg,webmanifest}'],
      maximumFileSizeToCacheInBytes: 4_000_000,
      manifestTransforms: [withPrints],
      buildPlugins: { vite: [withoutLiveResults(), withoutSentences()] },
    },
    // The plugin adds the web manifest behind the transforms, with an MD5 of its own; the pattern above has found it.
    integration: {
      beforeBuildServiceWorker: ({ injectManifest }) => void (injectManifest.additionalManifestEntries = []),
    },
  })
}

/**
 * The worker checks what it fetches by these, in place of Workbox's MD5, which a browser cannot compute. Files that are called by a hash are one
 * entry, their hashes one word (`filesIn`): as an entry each they would take 200 bytes more of the worker.
 */
async function withPrints<F extends { url: string; revision: string | null }>(files: F[]): Promise<{ manifest: F[] }> {
  const hashes = files.flatMap(({ url }) => HASHED.exec(url)?.[1] ?? [])
  const print = async ({ url }: F) => ({
    url,
    revision: await printOf(new Uint8Array(await readFile(join('dist/web', url)))),
  })
  const others = await Promise.all(files.filter(({ url }) => !HASHED.test(url)).map(print))
  return { manifest: [...others, { url: hashes.join('') }] as unknown as F[] }
}
const HASHED = /^assets\/(.{7})\.js$/
