import type { ManifestOptions } from 'vite-plugin-pwa'

/** Colours: `--surface` (bar) and `--canvas` (splash) of the light theme; index.html carries the dark bar colour too. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Fieldpost',
  short_name: 'Fieldpost',
  description: 'Service requests and taskings that survive any network.',
  lang: 'en',
  start_url: '/?source=pwa',
  scope: '/',
  display: 'standalone',
  theme_color: '#FFFFFF',
  background_color: '#F6F8FA',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
