import { expect, test } from '@playwright/test'
import { BadNetwork } from '../support/bad-network.ts'
import { aNewerBuild, newerId } from '../support/newer-build.ts'
import { startServer, type RunningServer } from '../support/server.ts'
import { speaker } from '../support/speaker.ts'
import { WebKit } from './webkit.ts'

let server: RunningServer
let link: BadNetwork
let pete: WebKit

test.beforeEach(async () => {
  server = await startServer({ data: null })
  link = new BadNetwork(server.port)
  await link.listen()
  pete = new WebKit(link)
  await pete.open()
  await pete.fill('Email', 'pete@fieldpost.example')
  await pete.fill('Password', 'fieldpost-demo')
  await pete.press(/^Sign in$/)
  await pete.sees('Team Taskings', 60_000)
  await expect.poll(() => pete.run('return navigator.serviceWorker.controller !== null')).toBe(true)
})
test.afterEach(async () => {
  pete.close()
  await link.close()
  await server.dispose()
})

test('without Background Sync: a request and a comment made offline outlive a reload, and arrive once when the server is back', async () => {
  const details = 'Two Swahili interpreters, asked for without a connection'
  const comment = 'Said where nothing answers'
  const tasking = await openTasking()
  link.online = false
  await pete.fill('Comment', comment)
  await pete.press(/^Comment$/)
  await pete.sees('Saved on this device. It will be sent')

  await pete.goto('/requests')
  await pete.press(/^Pool code/)
  await pete.press(/^BK-100/)
  await pete.press(/^\+14 d$/)
  await pete.press(/^Next: Tasks/)
  await pete.press(/^Language Support/)
  await pete.press(/^Interpretation/)
  await pete.press(/^Written Translation/)
  await pete.press(/^Next: Details/)
  await pete.fill('Contact Details', 'Pete, Nairobi office')
  await pete.fill('Request Details', details)
  await pete.sees(/Saved on this device · \d/)
  await expect.poll(async () => JSON.stringify(await pete.stored('forms'))).toContain(details)
  await pete.reload()
  await expect.poll(() => pete.valueOf('Request Details')).toBe(details)
  await pete.press(/^Next: Complete/)
  await pete.press(/^Finish$/)
  await pete.sees('Your Language Support Request is saved on this device.')
  await pete.sees('It will be sent automatically when there is a connection and Fieldpost is open.')
  await pete.sees("Can't reach the server · 2 saved on this device")

  link.online = true
  await pete.sees('Your Language Support Request is now complete.', 60_000)
  await expect.poll(() => pete.stored('outbox'), { timeout: 30_000 }).toEqual([])
  expect(await pete.stored('attention')).toEqual([])
  const mia = await speaker(server, 'mia')
  const [request] = (await pete.stored('requests')).filter((row) => row['taskDetails'] === details)
  expect(await mia.get<unknown[]>(`requests/${String(request?.['id'])}/projects`)).toHaveLength(2)
  expect(await commentsOn(tasking, comment)).toBe(1)
})

test('a new version waits until it is taken; what waits goes along into it, and is delivered once', async () => {
  const build = () => pete.run('return document.querySelector("meta[name=build]").content')
  const older = await build()
  server.build = await aNewerBuild()
  await server.restart()
  const tasking = await openTasking()
  await pete.sees('New version ready', 60_000)
  link.online = false
  await pete.fill('Comment', 'Sent by the older one')
  await pete.press(/^Comment$/)
  await pete.sees('Saved on this device. It will be sent')
  expect(await build()).toBe(older)

  await pete.press(/^Update$/)
  await expect.poll(build, { timeout: 30_000 }).toBe(newerId)
  expect(await pete.stored('outbox')).toHaveLength(1)
  link.online = true
  await expect.poll(() => pete.stored('outbox'), { timeout: 60_000 }).toEqual([])
  expect(await pete.stored('attention')).toEqual([])
  expect(await commentsOn(tasking, 'Sent by the older one')).toBe(1)
})

async function openTasking(): Promise<number> {
  const [project] = (await pete.stored('projects')).filter((row) => row['phase'] === 'progress')
  await pete.goto(`/projects/${String(project?.['id'])}`)
  await expect.poll(() => pete.valueOf('Comment'), { timeout: 20_000 }).toBe('')
  return Number(project?.['id'])
}

/** As somebody else is told. */
async function commentsOn(tasking: number, text: string): Promise<number> {
  const mia = await speaker(server, 'mia')
  const comments = await mia.get<{ comment: string }[]>(`projects/${tasking}/comments`)
  return comments.filter(({ comment }) => comment === text).length
}
