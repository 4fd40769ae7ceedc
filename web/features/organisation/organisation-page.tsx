import styled from '@emotion/styled'
import { useDevice } from '#web/data/device-context.tsx'
import { copyText } from '#web/parts/copy-text.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { media, monoFamily, textSize, token } from '#web/theme/tokens.ts'
import { AuditPanel } from './audit-panel.tsx'
import { settings, settingsText } from './settings.ts'

/** What is set where the server runs: in force, where it acts, and by which name it is changed. */
export function OrganisationPage() {
  const { organisation } = useDevice()
  return (
    <Page
      title="Organisation"
      hideTitleOnPhone
      actions={
        <Button icon="copy" onClick={() => void copyText([{ label: 'Settings', text: settingsText(organisation) }])}>
          Copy for support
        </Button>
      }
    >
      <Stack>
        <Notice icon="info" title="These are set where the server runs.">
          They are read at its start. Here you see what this device learnt when you signed in.
        </Notice>
        {settings.map(([group, rows]) => (
          <Panel key={group} title={group} flush>
            <List>
              {rows.map(({ says, inForce, acts, variable }) => (
                <Row key={variable}>
                  <dt>{says}</dt>
                  <dd>{inForce(organisation)}</dd>
                  <Quiet>{acts}</Quiet>
                  <Code>{variable}</Code>
                </Row>
              ))}
            </List>
          </Panel>
        ))}
        <AuditPanel />
      </Stack>
    </Page>
  )
}

const List = styled.dl({ ...textSize.body })
const Row = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 5fr) minmax(0, 6fr) minmax(0, 5fr)',
  gap: '2px 16px',
  padding: '10px 16px',
  borderTop: `1px solid ${token.divider}`,
  overflowWrap: 'anywhere',
  '& dd:first-of-type': { fontWeight: 600 },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', padding: '12px 16px' },
})
const Quiet = styled.dd({ color: token.text2 })
const Code = styled.dd({ ...textSize.small, lineHeight: '20px', fontFamily: monoFamily, color: token.text2 })
