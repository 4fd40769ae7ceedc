import { defineConfig } from 'vite'

const nativeModules = ['better-sqlite3', '@node-rs/argon2']

/** The program and its reading thread, so that a start takes no time: everything but the native modules is bundled. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        main: 'sync-server/main.ts',
        'reader-thread': 'sync-server/store/sqlite/reader-thread.ts',
        'checkpoint-thread': 'sync-server/store/sqlite/checkpoint-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true, external: nativeModules },
})
