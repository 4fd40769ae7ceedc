import { crc32, deflateSync } from 'node:zlib'
import { addFile } from '#shared/commands/files.ts'
import { must } from '#shared/lib/must.ts'
import type { Blobs, Received } from '../store/blobs/blobs.ts'
import type { NewId } from '../store/ids.ts'
import type { Deed } from './story.ts'

/** Of so many requests, and of so many comments, one comes with a paper. */
const EVERY = 5

/**
 * The story with papers: now and then somebody attaches one to a request they write, or to a tasking they comment on. A few
 * small documents with real bytes, many times.
 */
export async function withFiles(deeds: Deed[], blobs: Blobs, newId: NewId): Promise<Deed[]> {
  const papers = await keepPapers(blobs)
  const occasions = { requests: 0, comments: 0 }
  let attached = 0
  const told: Deed[] = []
  for (const deed of deeds) {
    told.push(deed)
    const place = placeOf(deed)
    if (!place || ++occasions[place.requestId ? 'requests' : 'comments'] % EVERY !== 0) continue
    const { name, size, hash } = must(papers[attached++ % papers.length])
    told.push({ ...deed, name: addFile.name, input: { id: await newId(), ...place, name, size, hash } })
  }
  return told
}

function placeOf({ name, input }: Deed) {
  if (name === 'describeRequest') return { projectId: 0, requestId: input.requestId }
  return name === 'addComment' ? { projectId: input.projectId, requestId: 0 } : null
}

async function keepPapers(blobs: Blobs): Promise<(Received & { name: string })[]> {
  const kept = []
  for (const [name, bytes] of Object.entries(papers)) {
    const received = await blobs.receive(asStream(bytes), bytes.length)
    await blobs.keep(received)
    blobs.discard(received)
    kept.push({ ...received, name })
  }
  return kept
}

async function* asStream(bytes: Uint8Array) {
  yield bytes
}

const papers: Record<string, Uint8Array> = {
  'Agenda.pdf': aPdf('Agenda', [
    '1. Where the work stands',
    '2. What is still to be decided',
    '3. Travel and lodging',
    '4. Next steps',
  ]),
  'Participants.csv': Buffer.from(
    'Name,Organisation,Arrives\r\nGrace Achieng,Ministry,Monday\r\nJohn Barasa,Bank,Tuesday\r\n',
  ),
  'Notes from the call.txt': Buffer.from('The office moves a week later.\nThe interpreter is booked for both days.\n'),
  'Terms of reference.pdf': aPdf('Terms of reference', [
    'Purpose: support to the counterpart in the field.',
    'Scope: as agreed in the request.',
    'Reporting: a short report at the end of each month.',
  ]),
  'Site photo.png': aPng(240, 160),
  'Price comparison.csv': Buffer.from(
    'Offer,Price,Delivery\r\nA,1250.00,5 days\r\nB,1180.00,14 days\r\nC,1400.00,2 days\r\n',
  ),
  'Itinerary.pdf': aPdf('Itinerary', ['Monday: arrival', 'Tuesday to Thursday: meetings', 'Friday: departure']),
}

/** One page of text, by hand: the smallest file that every reader opens. */
function aPdf(title: string, lines: string[]): Uint8Array {
  const text = [title, '', ...lines].map((line) => `(${line}) Tj T*`).join('\n')
  const content = `BT /F1 14 Tf 20 TL 72 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  return Buffer.from(
    `${pdf}${head}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
  )
}

/** Sky over a field. */
function aPng(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isSky = y < height * 0.6
      const color = isSky ? [130 + y, 180 + (y >> 1), 235] : [90 + ((x * 7 + y * 13) % 20), 140 - (y >> 2), 70]
      rows.set(color, y * (width * 3 + 1) + 1 + x * 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
