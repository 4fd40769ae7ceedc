import styled from '@emotion/styled'
import { useEffect, useState } from 'react'
import type { File } from '#shared/model/project.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { monoFamily, token } from '../theme/tokens.ts'
import { sizeOf } from './size-of.ts'
import { textOf } from './text-of.ts'

const MOST_BYTES = 100_000

interface TextDialogProps {
  file: File
  /** Its bytes, or why they cannot be had. */
  read: () => Promise<Blob | string>
  onClose: () => void
}

/** What a text says, or its beginning. It is words of this page and nothing else: no markup in it is ever read, and it has no address. */
export function TextDialog({ file: { name, size }, read, onClose }: TextDialogProps) {
  const [said, setSaid] = useState<{ words: string } | { problem: string }>()
  const [reading] = useState(() => read)
  useEffect(() => {
    let current = true
    const look = async () => {
      const got = await reading()
      const found =
        typeof got === 'string'
          ? { problem: got }
          : {
              words: textOf(new Uint8Array(await got.slice(0, MOST_BYTES).arrayBuffer()), got.size > MOST_BYTES),
            }
      if (current) setSaid(found)
    }
    void look()
    return () => void (current = false)
  }, [reading])
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      width={720}
      {...(size > MOST_BYTES && {
        subtitle: `The first ${sizeOf(MOST_BYTES)} of ${sizeOf(size)}. Download it to read the rest.`,
      })}
    >
      {!said ? (
        <CardSkeleton lines={8} />
      ) : 'problem' in said ? (
        <p role="alert">{said.problem}</p>
      ) : (
        // With the keyboard it is scrolled.
        <Words tabIndex={0} aria-label={name} role="region">
          {said.words}
        </Words>
      )}
    </Dialog>
  )
}

const Words = styled.pre({
  margin: 0,
  fontFamily: monoFamily,
  fontSize: 13,
  lineHeight: '20px',
  color: token.text,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
