import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run pictures`: every screen in four forms, into `pictures/`. Nothing is asserted; they are to be looked at. */
export default defineConfig({
  ...journeys,
  projects: [
    { name: 'prepare', testMatch: 'prepare.setup.ts' },
    { name: 'pictures', testMatch: 'pictures.ts', dependencies: ['prepare'] },
  ],
  reporter: 'list',
})
