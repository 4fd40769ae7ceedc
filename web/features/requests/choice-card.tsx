import styled from '@emotion/styled'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { radius, textSize, token } from '#web/theme/tokens.ts'

interface ChoiceCardProps extends Omit<ComponentProps<'button'>, 'name'> {
  icon: IconName
  name: string
  line?: string
  selected: boolean
}

interface ChosenRowProps extends Omit<ComponentProps<'button'>, 'name'> {
  icon: IconName
  name: string
  line?: string
}

/** What has been chosen, as one row that leads back to the choice. */
export function ChosenRow({ icon, name, line, ...rest }: ChosenRowProps) {
  return (
    <Row {...rest} type="button" aria-expanded={false}>
      <Tile>
        <Icon name={icon} size={20} />
      </Tile>
      <span>
        <b>{name}</b>
        {line && <CardLine>{line}</CardLine>}
      </span>
      <Change>Change</Change>
    </Row>
  )
}

export function ChoiceCard({ icon, name, line, selected, ...rest }: ChoiceCardProps) {
  return (
    <Card {...rest} type="button" aria-pressed={selected}>
      <Tile>
        <Icon name={icon} size={20} />
      </Tile>
      <b>{name}</b>
      {line && <CardLine>{line}</CardLine>}
      {selected && (
        <Tick>
          <Icon name="check" size={14} />
        </Tick>
      )}
    </Card>
  )
}

const Card = styled.button({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  padding: 14,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: token.control },
  '& b': textSize.heading,
  // The border grows inwards: padding gives up the pixel that the border takes.
  '&[aria-pressed="true"]': { border: `2px solid ${token.primary}`, padding: 13 },
  '&[aria-pressed="true"] > span:first-of-type': { background: token.primarySoft, color: token.primary },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: 10,
  background: token.canceledFill,
  color: token.canceledText,
})
const Row = styled.button({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 64,
  padding: 13,
  border: `2px solid ${token.primary}`,
  borderRadius: radius.card,
  background: token.surface,
  textAlign: 'left',
  '& > span:first-of-type': { background: token.primarySoft, color: token.primary },
  '& b': { ...textSize.heading, display: 'block' },
})
const Change = styled.span({ fontWeight: 500, color: token.primary })
const CardLine = styled.span({ ...textSize.small, color: token.text2 })
const Tick = styled.span({
  position: 'absolute',
  top: 11,
  right: 11,
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: '50%',
  background: token.primary,
  color: token.onPrimary,
})
