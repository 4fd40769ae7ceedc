import styled from '@emotion/styled'
import { savePreferences } from '#shared/commands/preferences.ts'
import { useDevice } from '../../data/device-context.tsx'
import { keysInWords, shortcutNames, shortcuts, switchedOff, type ShortcutName } from '../../parts/shortcuts.ts'
import { useAct } from '../../parts/use-act.ts'
import { ModalDialog } from '../../ui/modal.tsx'
import { Keys } from '../../ui/keys.tsx'
import { Switch } from '../../ui/switch.tsx'
import { textSize, token } from '../../theme/tokens.ts'

/** All shortcuts, those of other pages too; each can be switched off here, and that follows the person (C-255). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { user } = useDevice()
  const act = useAct(savePreferences)
  const off = switchedOff(user.shortcutsOff)
  const turn = (name: ShortcutName, on: boolean) =>
    void act(
      () => ({ shortcutsOff: [...off.filter((other) => other !== name), ...(on ? [] : [name])].sort().join(';') }),
      { quiet: true },
    )
  const groups = [...new Set(shortcutNames.map((name) => shortcuts[name].where))]
  const quiet = user.shortcuts === 'off'
  return (
    <ModalDialog open onClose={onClose} title="Shortcuts">
      <Note>
        {quiet
          ? 'Single keys are switched off in your profile; what is chosen here counts again when they are on.'
          : 'Single keys are silent while you type. Switch off what is in your way.'}
      </Note>
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <Heading>{group}</Heading>
          <ul>
            {shortcutNames
              .filter((name) => shortcuts[name].where === group)
              .map((name) => (
                <Row key={name}>
                  <Switch
                    label={
                      <Words>
                        <span>{shortcuts[name].does}</span>
                        <Keys keys={keysInWords(shortcuts[name].keys)} />
                      </Words>
                    }
                    checked={!off.includes(name)}
                    onChange={(_, on) => turn(name, on)}
                  />
                </Row>
              ))}
          </ul>
        </section>
      ))}
    </ModalDialog>
  )
}

const Note = styled.p({ color: token.text2, paddingBottom: 8 })
const Heading = styled.h3({ padding: '12px 0 4px', ...textSize.small, fontWeight: 600, color: token.text2 })
const Row = styled.li({
  borderTop: `1px solid ${token.divider}`,
  '& > label': { display: 'flex', minHeight: 44 },
  '& > label > span:first-of-type': { flex: 1 },
})
const Words = styled.span({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 })
