import styled from '@emotion/styled'
import { token } from '#web/theme/tokens.ts'
import { strengthOf, type Strength } from './strength.ts'

/** Of what is being typed, for a form that asks for a password now and then. */
export const StrengthOf = ({ of }: { of: Parameters<typeof strengthOf> }) => (
  <StrengthMeter strength={strengthOf(...of)} />
)

/** Four parts and a word. */
export function StrengthMeter({ strength: { parts, word, problem } }: { strength: Strength }) {
  return (
    <div>
      <Parts aria-hidden>
        {[1, 2, 3, 4].map((part) => (
          <span
            key={part}
            data-tone={part > parts ? undefined : parts === 1 ? 'weak' : parts === 2 ? 'fair' : 'good'}
          />
        ))}
      </Parts>
      <Words role="status">
        {word && <b>{word}</b>} {problem}
      </Words>
    </div>
  )
}

const Parts = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: 4,
  marginTop: 8,
  '& span': { height: 4, borderRadius: 2, background: token.barTrack },
  '& [data-tone="weak"]': { background: token.danger },
  '& [data-tone="fair"]': { background: token.warnDot },
  '& [data-tone="good"]': { background: token.live },
})
const Words = styled.p({ minHeight: 16, marginTop: 4, fontSize: 12, lineHeight: '16px', color: token.text2 })
