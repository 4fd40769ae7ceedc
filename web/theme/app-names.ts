import { create } from 'zustand'

/** What the app and whoever runs it are called (APP_NAME, COMPANY_LINE): in titles, beside the logo, at the foot. */
interface AppNames {
  appName: string
  companyLine: string
}

const KEPT = 'fieldpost-names'

/** As this browser heard last: also on the sign-in page, and without a connection. */
export const useAppNames = create<AppNames>()(() => keptNames())

export function learnAppNames({ appName, companyLine }: AppNames): void {
  useAppNames.setState({ appName, companyLine })
  try {
    localStorage.setItem(KEPT, JSON.stringify({ appName, companyLine }))
  } catch {
    // A browser that keeps nothing asks again.
  }
}

function keptNames(): AppNames {
  const unheard = { appName: 'Fieldpost', companyLine: 'Fieldpost' }
  try {
    return { ...unheard, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<AppNames>) }
  } catch {
    return unheard
  }
}
