/** The content policy takes script addresses from the policy `app` only, and this is the only one it gives. */
export const workerUrl = trusted('/service-worker.js')

function trusted(address: string): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return address
  return trustedTypes.createPolicy('app', { createScriptURL: () => address }).createScriptURL(address) as string
}

/** Not in TypeScript's DOM library yet. `TrustedScriptURL` passes for a string wherever it is used here. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => unknown }
}
