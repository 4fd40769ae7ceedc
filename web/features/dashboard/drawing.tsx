import styled from '@emotion/styled'
import { useState, type ReactNode } from 'react'
import { textSize, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface DrawingProps {
  title: string
  /** Colours with their words. */
  legend?: readonly { colour: string; label: string }[]
  /** In a sentence: what the drawing says. */
  says: ReactNode
  drawing: ReactNode
  /** The same numbers, to read. */
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A picture of numbers, and behind its switch the numbers themselves. */
export function Drawing({ title, legend = [], says, drawing, head, rows }: DrawingProps) {
  const [asTable, setAsTable] = useState(false)
  const actions = (
    <Button variant="text" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
      Table
    </Button>
  )
  return (
    <Panel title={title} actions={actions}>
      <Body
        tabIndex={asTable ? 0 : undefined}
        role={asTable ? 'group' : undefined}
        aria-label={asTable ? title : undefined}
      >
        {asTable ? (
          <Table aria-label={title}>
            <thead>
              <tr>
                {head.map((text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={at} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={at}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </Table>
        ) : (
          drawing
        )}
      </Body>
      <Foot>
        {legend.length > 0 && !asTable && (
          <ul>
            {legend.map(({ colour, label }) => (
              <li key={label}>
                <i style={{ background: colour }} />
                {label}
              </li>
            ))}
          </ul>
        )}
        <p>{says}</p>
      </Foot>
    </Panel>
  )
}

const Body = styled.div({ height: 220, '&[role]': { overflowY: 'auto' }, '&:focus-visible': { outlineOffset: -2 } })
const Foot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 16px',
  marginTop: 10,
  minHeight: 16,
  ...textSize.small,
  color: token.text2,
  '& ul': { display: 'flex', gap: 12 },
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
  '& i': { width: 10, height: 10, borderRadius: 3, forcedColorAdjust: 'none' },
})
const Table = styled.table({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { height: 32, padding: '0 8px', borderBottom: `1px solid ${token.divider}`, textAlign: 'right' },
  '& th:first-of-type': { textAlign: 'left', fontWeight: 400 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    ...textSize.small,
    fontWeight: 500,
    color: token.text2,
    background: token.surface,
  },
  '& a': { display: 'inline-block', padding: '6px 0' },
})
