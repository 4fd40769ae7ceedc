import styled from '@emotion/styled'
import MuiDialog from '@mui/material/Dialog'
import useAutocomplete from '@mui/material/useAutocomplete'
import { Fragment, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { openOverlay, stopCollecting, typedAhead } from '../../parts/overlay.ts'
import { keysInWords, shortcuts } from '../../parts/shortcuts.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useOpenModal } from '../../ui/open-modals.ts'
import { Keys } from '../../ui/keys.tsx'
import { bareInput } from '../../ui/search-frame.ts'
import { Icon } from '../../theme/icon.tsx'
import { media, radius, textSize, token } from '../../theme/tokens.ts'
import { usePaletteRows, type PaletteRow } from './use-palette-rows.ts'

/**
 * Goes to or does anything, from the keyboard: what this device holds, and what this person may do here. It asks no server, so it is the
 * same without a connection.
 */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(typedAhead)
  const transition = useOpenModal(true)
  useEffect(stopCollecting, [])
  const { rows, found, isAnswered } = usePaletteRows(text)
  const navigate = useNavigate()
  // Whoever types a reference and presses Enter means what they typed, not what the list still shows.
  const entered = useRef(false)

  const choose = ({ to, onSelect }: PaletteRow) => {
    onClose()
    if (to) void navigate(to)
    else onSelect?.()
  }
  const chooseFirst = useEffectEvent(() => {
    const [first] = rows
    entered.current = false
    if (first) choose(first)
  })
  useEffect(() => {
    if (isAnswered && entered.current) chooseFirst()
  }, [isAnswered])

  const type = (typed: string) => {
    entered.current = false
    setText(typed)
  }
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete({
    open: true,
    autoHighlight: true,
    options: rows,
    filterOptions: (options) => options,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ id }) => id,
    value: null,
    onChange: (_, row) => row && choose(row),
    inputValue: text,
    onInputChange: (_, typed, reason) => reason === 'input' && type(typed),
    onClose: (_, reason) => reason === 'escape' && onClose(),
  })
  const wait = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isAnswered) return
    event.preventDefault()
    event.stopPropagation()
    entered.current = true
  }
  const { ref, ...input } = getInputProps()

  return (
    <MuiDialog
      open
      onClose={onClose}
      slotProps={{ transition, paper: { sx: paper, 'aria-label': 'Go to or do anything' } }}
    >
      <Frame {...getRootProps()} onKeyDownCapture={wait}>
        <Head>
          <Icon name="search" />
          <input
            {...input}
            ref={ref}
            autoFocus
            maxLength={200}
            aria-label="Go to or do anything"
            placeholder="T-42-17, a name, a place, an action"
          />
          <Quiet>searches this device</Quiet>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </Head>
        {isAnswered && rows.length === 0 && (
          <Nothing role="status">Nothing on this device matches. Find asks the server too.</Nothing>
        )}
        <Rows {...getListboxProps()} aria-label="Results" aria-labelledby={undefined}>
          {rows.map((row, index) => {
            const { key, ...option } = getOptionProps({ option: row, index })
            return (
              <Fragment key={key}>
                {row.group !== rows[index - 1]?.group && (
                  <Group role="presentation">
                    <span>{row.group}</span>
                    {row.group === 'Taskings' && found > 0 && <span>{countOf(rows, found)}</span>}
                  </Group>
                )}
                <Row {...option}>
                  <Icon name={row.icon} size={18} />
                  <Words>
                    <b>{row.title}</b> {row.rest}
                  </Words>
                  {row.status && <StatusBadge status={row.status} />}
                  {row.shortcut && <Keys keys={keysInWords(shortcuts[row.shortcut].keys)} />}
                </Row>
              </Fragment>
            )
          })}
        </Rows>
        <Foot>
          <span>
            <Keys keys={['↑', '↓']} /> choose
          </span>
          <span>
            <Keys keys={['↵']} /> open
          </span>
          <span>
            <Keys keys={['>']} /> only actions
          </span>
          <Button variant="text" size="small" onClick={() => openOverlay('shortcuts')}>
            All shortcuts
          </Button>
        </Foot>
      </Frame>
    </MuiDialog>
  )
}

const countOf = (rows: readonly PaletteRow[], found: number): string =>
  `${rows.filter(({ group }) => group === 'Taskings').length} of ${counted(found)}`

const paper = {
  [media.desktop]: { position: 'absolute', top: 96, width: 720, maxWidth: 'calc(100% - 64px)', margin: 0 },
  '& > div': { height: '100%' },
} as const
const Frame = styled.div({ display: 'flex', flexDirection: 'column', minHeight: 0 })
const Head = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 56,
  padding: '0 12px 0 20px',
  borderBottom: `1px solid ${token.divider}`,
  color: token.text2,
  // The only field there is, and it has the focus for as long as this stands.
  '& input': { ...bareInput, fontSize: 16 },
})
const Quiet = styled.span({ ...textSize.small, whiteSpace: 'nowrap', [media.phone]: { display: 'none' } })
const Nothing = styled.p({ padding: '24px 20px', color: token.text2, textAlign: 'center' })
/** It scrolls itself: useAutocomplete keeps what is marked in sight, and knows no other scroller. */
const Rows = styled.ul({
  position: 'relative',
  flex: 1,
  padding: 8,
  overflowY: 'auto',
  [media.desktop]: { maxHeight: 'min(480px, calc(100dvh - 240px))' },
  '&:empty': { display: 'none' },
})
const Group = styled.li({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '10px 12px 6px',
  ...textSize.small,
  fontWeight: 500,
  color: token.text2,
})
const Row = styled.li({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '4px 12px',
  // A reference is never cut: the status goes below it where there is little room.
  [media.phone]: { flexWrap: 'wrap', gap: '4px 12px', '& > span:nth-of-type(2)': { marginLeft: 30 } },
  borderRadius: radius.control,
  cursor: 'pointer',
  '& > svg': { color: token.text2 },
  '&:hover': { background: token.hover },
  '&.Mui-focused': { background: token.primarySoft },
  // A finger has no keys.
  [media.coarse]: { minHeight: 48, '& > :has(> kbd)': { display: 'none' } },
  [media.forced]: { '&.Mui-focused': { outline: '2px solid Highlight' } },
})
const Words = styled.span({
  flex: 1,
  [media.phone]: { flexBasis: 'calc(100% - 30px)' },
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: token.text2,
  '& b': { color: token.text, fontWeight: 600 },
})
const Foot = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  flex: 'none',
  minHeight: 44,
  padding: '4px 12px 4px 20px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  ...textSize.small,
  '& > button': { marginLeft: 'auto' },
  [media.coarse]: { '& > span': { display: 'none' } },
})
