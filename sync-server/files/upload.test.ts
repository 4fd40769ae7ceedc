import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { bytesAt, pdf, sendForm, sha256, upload } from '../testing/files.ts'
import { everyRole, restServer, roleNames, type RestServer } from '../testing/rest.ts'

let server: RestServer
beforeEach(async () => {
  server = await restServer({ organisation: { maxFileMb: 1 } })
})
afterEach(() => server.close())

const start = {
  countryId: 1,
  teamId: 3,
  advisorId: 2,
  projectTypeId: 3,
  poolCode: 'BK-100',
  dueDate: '2026-04-20',
  blanketTasking: null,
}
const aDraft = async (who = 'ana') => (await server.post(who, 'requests/details', start)).body.id

async function finish(requestId: number): Promise<number[]> {
  const tasks = [101, 102].map((taskId) => ({ taskId, name: `Task ${taskId}`, description: '' }))
  const texts = { contactDetails: 'Ask for Grace.', taskDetails: 'Two days.', specialInstructions: '' }
  await server.post('ana', 'requests/tasks', { requestId, type: 'Language Support', category: 1, tasks })
  await server.post('ana', 'requests/tasks/details', { requestId, ...texts })
  await server.post('ana', 'requests/complete', { requestId, recipients: '', approval: '' })
  return (await server.get('ana', `requests/${requestId}/projects`)).list.map((row) => row.id)
}
const aTasking = async () => must((await finish(await aDraft()))[0])
const send = (who: string, path: string, name: string, bytes: Uint8Array | string, headers = {}) =>
  upload(server, who, path, name, bytes, headers)
const filesOf = async (id: number, who = 'ana') => (await server.get(who, `projects/${id}/files`)).list
const rows = async () => (await server.store.read({ reads: { files: many('files', {}) } })).files
const incoming = () => (existsSync(server.blobs.scratch) ? readdirSync(server.blobs.scratch) : [])
const MB = 1024 * 1024

describe('attaching to a tasking', () => {
  test('answers the file as it was saved, lists it, and its bytes come back as they were', async () => {
    const id = await aTasking()
    const bytes = pdf('agenda')
    const saved = await send('fin', `projects/${id}/upload`, 'Agenda May.PDF', bytes)
    expect(saved).toMatchObject({
      status: 200,
      body: {
        name: 'Agenda May.pdf',
        path: `/api/files/${saved.body.id}/Agenda%20May.pdf`,
        size: bytes.length,
        type: 'application/pdf',
        createdBy: expect.any(String) as string,
        createDate: server.clock.now(),
      },
    })
    expect(await filesOf(id)).toMatchObject([{ id: saved.body.id, name: 'Agenda May.pdf', path: saved.body.path }])
    expect((await bytesAt(server, 'ruth', saved.body.path)).bytes.equals(bytes)).toBe(true)
    expect(readFileSync(server.blobs.pathOf(sha256(bytes))).equals(bytes)).toBe(true)
    expect(incoming()).toEqual([])
  })

  test('everybody may, whatever their role, and on a closed one too (C.4, C-074)', async () => {
    const id = await aTasking()
    await server.post('mia', `projects/${id}/cancel`, id)
    for (const role of roleNames)
      expect((await send(everyRole[role], `projects/${id}/upload`, `${role}.txt`, role)).status, role).toBe(200)
    expect(await filesOf(id)).toHaveLength(roleNames.length)
  })

  test('a name that is taken gets a number; the same bytes are stored once', async () => {
    const id = await aTasking()
    const names = []
    for (const name of ['a.txt', 'a.txt', 'A.TXT'])
      names.push((await send('ana', `projects/${id}/upload`, name, 'same')).body.name)
    expect(names).toEqual(['a.txt', 'a (2).txt', 'A (3).txt'])
    expect(new Set((await rows()).map((row) => row.hash)).size).toBe(1)
    expect(readdirSync(server.blobs.folder).filter((name) => name !== 'incoming')).toHaveLength(1)
  })

  test('twenty at once with the same bytes and the same name are twenty files of one blob', async () => {
    const id = await aTasking()
    const saved = await Promise.all(
      Array.from({ length: 20 }, () => send('ana', `projects/${id}/upload`, 'a.pdf', pdf('same'))),
    )
    expect(saved.map((one) => one.status)).toEqual(saved.map(() => 200))
    expect(new Set(saved.map((one) => one.body.name)).size).toBe(20)
    const read = await Promise.all(saved.map((one) => bytesAt(server, 'ana', one.body.path)))
    expect(read.every((one) => one.bytes.equals(pdf('same')))).toBe(true)
    expect(incoming()).toEqual([])
  })

  test('a repeat with the same Idempotency-Key answers the first file and makes no second', async () => {
    const id = await aTasking()
    const key = { 'idempotency-key': 'upload-1' }
    const first = await send('ana', `projects/${id}/upload`, 'a.pdf', pdf('a'), key)
    const again = await send('ana', `projects/${id}/upload`, 'a.pdf', pdf('a'), key)
    expect(again).toEqual(first)
    expect(await rows()).toHaveLength(1)
    const other = await server.as('ana', 'DELETE', `projects/files/${first.body.id}`, undefined, key)
    expect(other.status).toBe(422)
    const changed = await send('ana', `projects/${id}/upload`, 'a.pdf', pdf('b'), key)
    expect([changed.status, (await rows()).length]).toEqual([422, 1])
  })

  test.each([
    ['a tasking that is not there', 'projects/999/upload', 404],
    ['an address that is none', 'projects/x/upload', 404],
    ['a request that is not there', 'requests/999/upload', 404],
  ])('to %s is not found, and no bytes are read', async (_, path, status) => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(1_000))) },
      { highWaterMark: 0 },
    )
    const answer = await sendForm(server, 'ana', path, body, { 'content-type': 'multipart/form-data; boundary=x' })
    expect([answer.status, pulled, incoming()]).toEqual([status, 0, []])
  })
})

describe('attaching to a request', () => {
  test('a draft’s file is its owner’s alone; with Finish it belongs to every tasking of it (C-136)', async () => {
    const requestId = await aDraft()
    const saved = await send('ana', `requests/${requestId}/upload`, 'photo.pdf', pdf('photo'))
    expect(saved.status).toBe(200)
    expect((await server.get('ana', `requests/${requestId}/summary`)).body).toMatchObject({
      files: [{ id: saved.body.id, name: 'photo.pdf', path: saved.body.path }],
    })
    for (const who of ['ada', 'mia', 'ruth']) {
      expect((await bytesAt(server, who, saved.body.path)).status).toBe(404)
      expect((await send(who, `requests/${requestId}/upload`, 'mine.txt', 'mine')).status).toBe(404)
      expect((await server.as(who, 'DELETE', `projects/files/${saved.body.id}`)).status).toBe(404)
    }
    const taskings = await finish(requestId)
    expect(taskings).toHaveLength(2)
    for (const id of taskings) expect(await filesOf(id, 'ruth')).toMatchObject([{ id: saved.body.id }])
    expect((await bytesAt(server, 'ruth', saved.body.path)).bytes.equals(pdf('photo'))).toBe(true)
    expect(await rows()).toHaveLength(1)
  })

  test('what comes after Finish, out of a queue, belongs to its taskings too (C-118)', async () => {
    const requestId = await aDraft()
    const [first = 0, second = 0] = await finish(requestId)
    await send('ana', `projects/${first}/upload`, 'late.pdf', pdf('own'))
    const late = await send('ana', `requests/${requestId}/upload`, 'late.pdf', pdf('late'))
    expect(late.body.name).toBe('late (2).pdf')
    expect((await filesOf(first)).map((file) => file.name)).toEqual(['late.pdf', 'late (2).pdf'])
    expect((await filesOf(second)).map((file) => file.name)).toEqual(['late (2).pdf'])
  })

  test('a file can be removed before Finish, and is not in its taskings then', async () => {
    const requestId = await aDraft()
    const { id } = (await send('ana', `requests/${requestId}/upload`, 'a.txt', 'a')).body
    expect((await server.as('ana', 'DELETE', `projects/files/${id}`)).body).toEqual({ id })
    const [first = 0] = await finish(requestId)
    expect(await filesOf(first)).toEqual([])
  })
})

describe('removing', () => {
  test.each(roleNames)('%s removes what the table says (C.4)', async (role) => {
    const id = await aTasking()
    const who = everyRole[role]
    const others = await send(who === 'ana' ? 'fin' : 'ana', `projects/${id}/upload`, 'theirs.txt', 'theirs')
    const own = await send(who, `projects/${id}/upload`, 'own.txt', 'own')
    const answer = await server.as(who, 'DELETE', `projects/files/${others.body.id}`)
    expect(answer.status).toBe(role === 'Admin' || role === 'Manager' ? 200 : 403)
    expect((await server.as(who, 'DELETE', `projects/files/${own.body.id}`)).body).toEqual({ id: own.body.id })
  })

  test('is soft: gone from the list and for downloads, twice is once, and it can be brought back', async () => {
    const projectId = await aTasking()
    const { id, path } = (await send('ana', `projects/${projectId}/upload`, 'a.pdf', pdf('a'))).body
    expect((await server.as('ana', 'DELETE', `projects/files/${id}`)).body).toEqual({ id })
    expect(await filesOf(projectId)).toEqual([])
    expect((await bytesAt(server, 'ana', path)).status).toBe(404)
    expect(await rows()).toMatchObject([{ id, active: false, removedDate: server.clock.now() }])
    expect(await server.as('mia', 'DELETE', `projects/files/${id}`)).toMatchObject({
      status: 200,
      body: { id, already: { nothing: 'already' } },
    })
    // Of one that left nothing, as of a draft that was discarded, nobody can say that it was ever there (C.7).
    expect((await server.as('ana', 'DELETE', 'projects/files/999')).status).toBe(200)
    expect((await server.as('fin', 'POST', `projects/files/${id}/restore`)).status).toBe(403)
    expect((await server.as('ana', 'POST', `projects/files/${id}/restore`)).body).toMatchObject({ id, path })
    expect((await bytesAt(server, 'ana', path)).bytes.equals(pdf('a'))).toBe(true)
    const { calls } = await server.store.read({ reads: { calls: many('calls', {}) } })
    expect(calls.slice(-4).map((call) => call.name)).toEqual(['removeFile', 'removeFile', 'restoreFile', 'restoreFile'])
  })
})

describe('what is not taken', () => {
  const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00'), Buffer.alloc(600)])
  test.each([
    ['a page', 'a.html', '<html></html>', 415],
    ['a drawing that can run scripts', 'a.svg', '<svg/>', 415],
    ['a program', 'a.exe', exe, 415],
    ['a program called a document', 'a.pdf', exe, 415],
    ['a page called text', 'a.txt', ' <!doctype html><script>', 415],
    ['a drawing called a table', 'a.csv', '<svg onload="x">', 415],
    ['a document called a picture', 'a.png', pdf('x'), 415],
    ['a name without an ending', 'README', 'text', 415],
    ['a name that is only a path', '../../', 'text', 415],
    ['nothing', 'a.txt', '', 422],
  ])('%s', async (_, name, bytes, status) => {
    const id = await aTasking()
    const answer = await send('ana', `projects/${id}/upload`, name, bytes)
    expect([answer.status, await rows(), incoming()]).toEqual([status, [], []])
    expect(answer.body.message.length).toBeGreaterThan(10)
  })

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\boot.txt', 'boot.txt'],
    ['exe\u202egnp.txt', 'exegnp.txt'],
    ['Ágúst — 日本語 😀.txt', 'Ágúst — 日本語 😀.txt'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(115)}….txt`],
    ['100% a_b?.txt', '100% a_b_.txt'],
    ['.txt', 'file.txt'],
  ])('the name %j becomes %j, and the file can be had under it', async (told, name) => {
    const id = await aTasking()
    const saved = await send('ana', `projects/${id}/upload`, told, 'text')
    expect(saved.body.name).toBe(name)
    const had = await bytesAt(server, 'ana', saved.body.path)
    expect([had.status, had.bytes.toString()]).toEqual([200, 'text'])
    expect(had.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  })

  test('more than the limit: told by the header at once, else as soon as it is too much; nothing stays', async () => {
    const id = await aTasking()
    const path = `projects/${id}/upload`
    expect((await send('ana', path, 'a.txt', Buffer.alloc(MB, 'a'))).status).toBe(200)
    const large = await send('ana', path, 'b.txt', Buffer.alloc(MB + 1, 'a'))
    expect([large.status, large.body.message]).toEqual([413, 'This file is too large: at most 1 MB.'])
    const announced = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '30000000' }
    expect((await sendForm(server, 'ana', path, 'x', announced)).status).toBe(413)
    expect([incoming(), await rows()]).toMatchObject([[], [{ name: 'a.txt' }]])
  })

  test('a body without an end is neither held in memory nor read on', async () => {
    const id = await aTasking()
    let sent = 0
    let isCanceled = false
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull(controller) {
        sent += 64_000
        controller.enqueue(Buffer.alloc(64_000, 'a'))
      },
      cancel: () => void (isCanceled = true),
    })
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await sendForm(server, 'ana', `projects/${id}/upload`, body, type)).status).toBe(413)
    expect(sent).toBeLessThan(2 * MB)
    expect([isCanceled, incoming(), await rows()]).toEqual([true, [], []])
  })
})

describe('malformed forms', () => {
  const part = (more: string, text = 'text') => `--x\r\nContent-Disposition: form-data; ${more}\r\n\r\n${text}\r\n`
  const file = 'name="file"; filename="a.txt"'
  const multipart = 'multipart/form-data; boundary=x'
  const fine = `${part(file)}--x--\r\n`

  test.each<[string, string, string, number]>([
    ['no boundary', 'multipart/form-data', fine, 400],
    ['an empty boundary', 'multipart/form-data; boundary=', fine, 400],
    ['another boundary', 'multipart/form-data; boundary=y', fine, 400],
    ['no body', multipart, '', 400],
    ['a body that is none', multipart, 'nonsense', 400],
    ['an end too early', multipart, part(file).slice(0, -2), 400],
    ['an end inside of the head', multipart, '--x\r\nContent-Disposition: form-da', 400],
    ['no part at all', multipart, '--x--\r\n', 400],
    ['no file', multipart, `${part('name="a"')}--x--\r\n`, 400],
    ['a file in another field', multipart, `${part('name="upload"; filename="a.txt"')}--x--\r\n`, 400],
    ['two files', multipart, `${part(file)}${part(file)}--x--\r\n`, 400],
    ['a thousand parts', multipart, `${part('name="a"').repeat(1_000)}${fine}`, 400],
    ['a thousand parts behind the file', multipart, `${part(file)}${part('name="a"').repeat(1_000)}--x--\r\n`, 400],
    ['a file that is a field', multipart, `${part('name="file"')}--x--\r\n`, 400],
    ['a part without a name', multipart, `--x\r\nContent-Disposition: form-data\r\n\r\ntext\r\n--x--\r\n`, 400],
    ['a head that does not end', multipart, `--x\r\nContent-Disposition: ${'a'.repeat(100_000)}`, 400],
    ['JSON', 'application/json', '{"name":"a.txt","size":4,"hash":"00"}', 415],
    ['a simple form', 'application/x-www-form-urlencoded', 'file=a', 415],
    ['no type', '', fine, 415],
  ])('%s', async (_, type, body, status) => {
    const id = await aTasking()
    const answer = await sendForm(server, 'ana', `projects/${id}/upload`, Buffer.from(body), { 'content-type': type })
    expect([answer.status, incoming(), await rows()]).toEqual([status, [], []])
    expect(answer.body).toMatchObject({ code: expect.any(String) as string, requestId: expect.any(String) as string })
  })

  test('small fields beside the file mean nothing, long ones are cut', async () => {
    const id = await aTasking()
    const body = `${part('name="note"', 'n'.repeat(50_000))}${part(file)}${part('name="active"', 'false')}--x--\r\n`
    const type = { 'content-type': multipart }
    const saved = await sendForm(server, 'ana', `projects/${id}/upload`, Buffer.from(body), type)
    expect([saved.status, await rows()]).toMatchObject([200, [{ name: 'a.txt', size: 4, active: true }]])
  })

  test(
    'whatever is cut out of a form or turned around in it, the answer is a clear one',
    { timeout: 60_000 },
    async () => {
      const id = await aTasking()
      const bytes = Buffer.from(`${part('name="a"')}${fine}`)
      for (let cut = 0; cut < bytes.length; cut += 3) {
        const changed = Buffer.from(bytes)
        changed[cut] = 255 - (changed[cut] ?? 0)
        for (const body of [bytes.subarray(0, cut), changed]) {
          const type = { 'content-type': multipart }
          const { status } = await sendForm(server, 'ana', `projects/${id}/upload`, body, type)
          expect([200, 400, 415], `cut at ${cut}`).toContain(status)
        }
      }
      expect(incoming()).toEqual([])
    },
  )

  test('a connection that breaks leaves nothing', async () => {
    const id = await aTasking()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(part(file).slice(0, -4)))
        setTimeout(() => controller.error(new Error('The connection was reset')), 20)
      },
    })
    const type = { 'content-type': multipart }
    const { status } = await sendForm(server, 'ana', `projects/${id}/upload`, body, type)
    expect([status, incoming(), await rows()]).toEqual([400, [], []])
  })
})
