import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import { codesOf, openPhases } from '#shared/model/status.ts'
import { token } from '#web/theme/tokens.ts'
import { Drawing } from './drawing.tsx'
import { openInFind } from './open-in-find.ts'
import { landPath, MAP, placeOf } from './post-map.ts'
import type { OpenPicture } from './use-open-picture.ts'

interface PostsProps {
  teamId: number
  picture: Pick<OpenPicture, 'posts'>
}

/** Where the open work is, tinted by how much of it is late. */
export function Posts({ teamId, picture: { posts } }: PostsProps) {
  const placed = posts.flatMap((post) => {
    const at = placeOf(post.name)
    return at ? [{ ...post, ...at }] : []
  })
  const elsewhere = posts.filter(({ name }) => !placeOf(name)).map(({ name }) => name)
  const lateOnes = posts.filter((post) => post.late > 0)
  return (
    <Drawing
      title="Posts"
      legend={[
        { colour: token.progressText, label: 'On time' },
        { colour: token.overdueText, label: 'With overdue' },
      ]}
      says={[
        lateOnes.length === 0
          ? `${posts.length} posts, nothing overdue`
          : `${lateOnes.length} of ${posts.length} posts with overdue: ${lateOnes
              .slice(0, 3)
              .map(({ name, late }) => `${name} ${late}`)
              .join(', ')}`,
        ...(elsewhere.length > 0 ? [`not on the map: ${elsewhere.join(', ')}`] : []),
      ].join(' · ')}
      drawing={
        <Map viewBox={`0 0 ${MAP.width} ${MAP.height}`} role="img" aria-label="Posts by open and overdue taskings">
          <path d={landPath()} stroke={token.control} strokeOpacity={0.5} strokeWidth={2} strokeLinecap="round" />
          {[...placed].reverse().map(({ id, name, open, late, x, y }) => (
            <circle
              key={id}
              cx={x}
              cy={y}
              r={4 + Math.min(6, Math.sqrt(open))}
              fill={late > 0 ? token.overdueText : token.progressText}
              fillOpacity={late > 0 ? 0.45 + 0.5 * (late / must(lateOnes[0]).late) : 0.75}
              stroke={token.surface}
            >
              <title>{`${name}: ${open} open, ${late} overdue`}</title>
            </circle>
          ))}
        </Map>
      }
      head={['Post', 'Open', 'Overdue']}
      rows={posts.map(({ id, name, open, late }) => ({
        key: String(id),
        cells: [
          <Link key="name" to={openInFind(teamId, { countries: id, status: codesOf(openPhases) })}>
            {name}
          </Link>,
          counted(open),
          late > 0 ? (
            <Link key="late" to={openInFind(teamId, { countries: id, status: 4 })}>
              {counted(late)}
            </Link>
          ) : (
            '0'
          ),
        ],
      }))}
    />
  )
}

const Map = styled.svg({ display: 'block', width: '100%', height: '100%', forcedColorAdjust: 'none' })
