import styled from '@emotion/styled'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, token } from '#web/theme/tokens.ts'

/** Rows do not jump: others' changes wait here until they are asked for. */
export function UpdatesPill({ count, onApply }: { count: number; onApply: () => void }) {
  return (
    <span role="status">
      {count > 0 && (
        <Pill type="button" onClick={onApply}>
          <Icon name="refresh" size={16} />
          {count === 1 ? '1 update' : `${count} updates`}
        </Pill>
      )}
    </span>
  )
}

const Pill = styled.button({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  padding: '0 14px',
  borderRadius: radius.pill,
  background: token.primarySoft,
  color: token.primary,
  fontWeight: 500,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: -6 } },
})
