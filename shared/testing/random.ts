import fc from 'fast-check'

declare const process: { env: Record<string, string | undefined> }

/**
 * What searches at random. `npm test` starts all of it from one number, so that of one commit it says the same today and
 * tomorrow. `SEED=7 npm run test:unit` starts from another; `npm run simulate` takes a new one each time and prints it.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })

export { fc }
