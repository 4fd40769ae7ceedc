export const measureBrowser = async (_: unknown) => { await Promise.resolve() }
