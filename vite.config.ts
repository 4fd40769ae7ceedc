import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildId } from './scripts/build-id.ts'
import { webManifest } from './scripts/web-manifest.ts'
import { printOf } from './web/sync/print.ts'

export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The same Dexie as a module, for the browsers that this is built for: 2 kB less of the worker and of the first screen.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  server: { proxy: { '/api': 'http://localhost:8787' } },
  plugins: [react(), stampBuildId(), serviceWorker()],
})

function stampBuildId(): Plugin {
  return {
    name: 'fieldpost:build-id',
    transformIndexHtml: (_html, { server }) => [
      { tag: 'meta', attrs: { name: 'build', content: server ? 'dev' : buildId() }, injectTo: 'head' },
    ],
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
      globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
      maximumFileSizeToCacheInBytes: 4_000_000,
      manifestTransforms: [withPrints],
    },
    // The plugin adds the web manifest behind the transforms, with an MD5 of its own; the pattern above has found it.
    integration: {
      beforeBuildServiceWorker: ({ injectManifest }) => void (injectManifest.additionalManifestEntries = []),
    },
  })
}

/** The worker checks what it fetches by these, in place of Workbox's MD5, which a browser cannot compute. */
async function withPrints<F extends { url: string; revision: string | null }>(files: F[]): Promise<{ manifest: F[] }> {
  const print = async ({ revision, ...file }: F) =>
    revision ? { ...file, revision: await printOf(new Uint8Array(await readFile(join('dist/web', file.url)))) } : file
  return { manifest: (await Promise.all(files.map(print))) as unknown as F[] }
}
