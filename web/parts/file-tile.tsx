import styled from '@emotion/styled'
import { useEffect, useRef, useState } from 'react'
import type { File as FileFact } from '#shared/model/project.ts'
import { isPicture, pathOfFile } from '#shared/rules/files.ts'
import { fetchFile } from '../net/fetch-file.ts'
import { savesData } from '../net/saves-data.ts'
import { useSession } from '../session/session.ts'
import { useOnline } from '../state/use-online.ts'
import { media, token } from '../theme/tokens.ts'

/** There are no small copies on the server, and nobody's link carries megabytes for a picture of 56 px. */
const MOST_BYTES = 200_000

/** The picture of a small image, fetched when it is looked at; of everything else the ending of its name. */
export function FileTile({ file }: { file: FileFact }) {
  const ground = useRef<HTMLSpanElement>(null)
  const online = useOnline()
  const session = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const [picture, setPicture] = useState<string>()
  const isWanted = file.active && file.stored && isPicture(file.type) && file.size <= MOST_BYTES && !savesData()
  const path = isWanted && online && session && !picture ? pathOfFile(file) : null

  useEffect(() => {
    if (!path || !session || !ground.current) return
    let current = true
    const look = async () => {
      const got = await fetchFile(path, session)
      if (current && typeof got !== 'string') setPicture(URL.createObjectURL(got))
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void look()
    })
    observer.observe(ground.current)
    return () => {
      current = false
      observer.disconnect()
    }
  }, [path, session])
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])

  return (
    <Tile ref={ground} aria-hidden>
      <Face name={file.name} picture={picture} />
    </Tile>
  )
}

/** Of bytes that are here, since somebody has just chosen them. */
export function OwnTile({ name, picture }: { name: string; picture: string }) {
  return (
    <Tile aria-hidden>
      <Face name={name} picture={picture} />
    </Tile>
  )
}

/** Bytes that begin like a picture may be none. */
function Face({ name, picture }: { name: string; picture: string | undefined }) {
  const [isBroken, setIsBroken] = useState(false)
  return picture && !isBroken ? <img src={picture} alt="" onError={() => setIsBroken(true)} /> : endingOf(name)
}

const endingOf = (name: string): string =>
  (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').slice(0, 4).toUpperCase()

const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 56,
  height: 56,
  borderRadius: 8,
  overflow: 'hidden',
  background: token.canceledFill,
  color: token.canceledText,
  fontSize: 12,
  fontWeight: 600,
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
  // The name needs the room more.
  [media.phone]: { width: 44, height: 44 },
})
