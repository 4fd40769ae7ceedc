import styled from '@emotion/styled'
import { useRef } from 'react'
import { MOST_IMPORTED } from '#shared/reference/import.ts'
import { formFieldsOf, type Reference } from '#shared/reference/reference.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { textOf } from '#web/parts/text-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/state/toasts.ts'
import { startsLine } from '#web/theme/buttons.ts'
import { radius, textSize, token } from '#web/theme/tokens.ts'
import { rowsAsCsv } from './csv.ts'

/** No file of so many rows is larger; a picture that was chosen by mistake is not read. */
const MOST_BYTES = 1_000_000

export interface ChosenFile {
  name: string
  text: string
}

interface ChooserProps {
  of: Reference
  name: string | undefined
  onFile: (file: ChosenFile) => void
}

/** Chosen or dropped. `name`: of the one that was chosen last. */
export function ImportChooser({ of, name, onFile }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES)
      toast(`${file.name} is too large: at most ${MOST_IMPORTED} rows are imported at once. Split it.`, {
        variant: 'error',
      })
    else onFile({ name: file.name, text: textOf(new Uint8Array(await file.arrayBuffer())) })
  }
  const columns = formFieldsOf(of)
  return (
    <Panel>
      <Drop
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <div>
          <b>{name ?? 'A file with commas, semicolons or tabs between its columns'}</b>
          <p>
            Columns: {columns.map(({ label, required }) => (required ? label : `${label} (may stay empty)`)).join(', ')}
          </p>
        </div>
        <Acts>
          <Button
            variant="text"
            icon="download"
            onClick={() =>
              saveFile(`${of.words.many}.csv`, new Blob([rowsAsCsv(columns, []).replace(/,[^,]*\r/, '\r')]))
            }
          >
            Download an empty file
          </Button>
          <Button variant={name ? 'outlined' : 'contained'} icon="paperclip" onClick={() => input.current?.click()}>
            {name ? 'Choose another file' : 'Choose a file'}
          </Button>
        </Acts>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="File to import"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Drop>
    </Panel>
  )
}

const Drop = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 16,
  padding: 16,
  border: `1px dashed ${token.control}`,
  borderRadius: radius.card,
  '& > div:first-of-type': { flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { display: 'block', marginBottom: 4 },
  '& p': { ...textSize.body, color: token.text2 },
})
const Acts = styled.div({
  display: 'flex',
  flexWrap: 'wrap-reverse',
  alignItems: 'center',
  gap: 12,
  // Under each other the one that is meant stands first.
  ...startsLine,
})
