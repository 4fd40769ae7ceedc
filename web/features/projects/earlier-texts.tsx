import styled from '@emotion/styled'
import { contentToText } from '#shared/rules/content.ts'
import { earlierTexts } from '#shared/queries/requests.ts'
import { useNow } from '#web/data/clock.ts'
import { useQuery } from '#web/data/use-query.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { textSize, token } from '#web/theme/tokens.ts'

interface EarlierTextsProps {
  requestId: number
  open: boolean
  onClose: () => void
}

/** What a request said before each edit, and what it said then: who, when, before → after (C-246). */
export function EarlierTexts({ requestId, open, onClose }: EarlierTextsProps) {
  const now = useNow()
  const texts = useQuery(earlierTexts, { id: requestId }, open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Earlier texts"
      width={720}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {texts?.map((text) => (
        <Edit key={text.id}>
          <Who>
            <b>{text.createdBy || 'Somebody'}</b> · {dayAndTimeOf(text.createDate, now)}
          </Who>
          <Label>Before</Label>
          <Text>{contentToText(text.before)}</Text>
          <Label>After</Label>
          <Text>{contentToText(text.after)}</Text>
        </Edit>
      ))}
    </Dialog>
  )
}

const Edit = styled.section({
  '& + &': { marginTop: 20, paddingTop: 16, borderTop: `1px solid ${token.divider}` },
})
const Who = styled.h3({ ...textSize.large, fontWeight: 400, '& b': { fontWeight: 600 } })
const Label = styled.h4({
  margin: '10px 0 4px',
  ...textSize.small,
  fontWeight: 500,
  color: token.text2,
})
const Text = styled.p({
  padding: '8px 12px',
  borderRadius: 8,
  background: token.sunken,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
