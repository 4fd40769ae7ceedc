import { Page } from '#web/ui/page.tsx'
export function DevicesPage() {
  return (
    <Page title="Devices" hideTitleOnPhone>
      x
    </Page>
  )
}
