import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildId } from './scripts/build-id.ts'
import { webManifest } from './scripts/web-manifest.ts'

export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
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
      globPatterns: ['**/*.{js,css,html,svg,png}'],
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
  })
}
