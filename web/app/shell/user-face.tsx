import styled from '@emotion/styled'
import type { ComponentProps } from 'react'
import { useDevice } from '../../data/device-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../theme/icon.tsx'
import { media, radius, token } from '../../theme/tokens.ts'

/** The signed-in person, as the button that opens their menu. */
export function UserFace({ compact, ...rest }: ComponentProps<'button'> & { compact: boolean }) {
  const { user } = useDevice()
  return (
    <Trigger type="button" aria-label={user.fullName} data-compact={compact || undefined} {...rest}>
      <Avatar id={user.id} name={user.fullName} />
      {!compact && (
        <>
          <span>{user.fullName}</span>
          <Icon name="chevron-down" size={18} />
        </>
      )}
    </Trigger>
  )
}

const Trigger = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '0 4px',
  borderRadius: radius.control,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&:hover': { background: token.hover },
  '&[data-compact]': { width: 44, height: 44, justifyContent: 'center', padding: 0 },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 180 },
  // What is said of the link needs the room; the picture has the name.
  '@media (max-width: 1199px)': { '& > span': { display: 'none' } },
  [media.coarse]: { minHeight: 44 },
})
