import { defineConfig } from 'vite'

const nativeModules = ['better-sqlite3', '@node-rs/argon2']

/** One file, so that a start takes no time: everything but the native modules is bundled. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'sync-server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
  ssr: { noExternal: true, external: nativeModules },
})
