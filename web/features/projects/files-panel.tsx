import styled from '@emotion/styled'
import { useState } from 'react'
import { pathOfFile } from '#shared/rules/files.ts'
import { fetchFile } from '#web/net/fetch-file.ts'
import { dateOf } from '#web/parts/when.tsx'
import { Delivery } from '#web/parts/delivery.tsx'
import { useOnline } from '#web/parts/live-line.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { useSession } from '#web/session/session.ts'
import { CountBadge } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { token } from '#web/ui/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

type File = ProjectDetail['files'][number]

export function FilesPanel({ files }: { files: File[] }) {
  if (files.length === 0) return null
  return (
    <Panel title="Files" meta={<CountBadge count={files.length} />}>
      <ul>
        {files.map((file) => (
          <Row key={file.id}>
            <Kind aria-hidden>{kindOf(file.name)}</Kind>
            <Words>
              <Name title={file.name}>{file.name}</Name>
              <Small>
                {sizeOf(file.size)} · {dateOf(file.createDate)}
                {!file.stored && ' · On device, uploads when connected'}
              </Small>
            </Words>
            <Delivery table="files" id={file.id} />
            {file.stored && <Download file={file} />}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function Download({ file }: { file: File }) {
  const online = useOnline()
  const session = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [busy, setBusy] = useState(false)
  async function download() {
    if (!session) return
    setBusy(true)
    const got = await fetchFile(pathOfFile(file), session)
    setBusy(false)
    if (typeof got === 'string') toast(got, { variant: 'error' })
    else saveFile(file.name, got)
  }
  const mayNot = !online || !session
  return (
    <IconButton
      icon="download"
      label={`Download ${file.name}`}
      {...(mayNot ? { title: 'Files are downloaded while you are connected' } : {})}
      disabled={mayNot || busy}
      aria-busy={busy}
      onClick={() => void download()}
    />
  )
}

const kindOf = (name: string): string =>
  (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').slice(0, 4).toUpperCase()

function sizeOf(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}

const Row = styled.li({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 0',
  '& + &': { borderTop: `1px solid ${token.divider}` },
})
const Kind = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 36,
  height: 36,
  borderRadius: 8,
  background: token.canceledFill,
  color: token.canceledText,
  fontSize: 12,
  fontWeight: 600,
})
const Words = styled.div({ flex: 1, minWidth: 0 })
const Name = styled.div({ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const Small = styled.div({ fontSize: 12, lineHeight: '16px', color: token.text2 })
