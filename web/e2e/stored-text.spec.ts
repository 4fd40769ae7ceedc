import { expect, test } from '@playwright/test'
import { aDevice } from './support/device.ts'
import { stored, type Person } from './support/people.ts'
import { speaker } from './support/speaker.ts'
import { startServer, type RunningServer } from './support/server.ts'

/** What people could write to run a script on somebody else's screen: each sets `window.ran` when it succeeds. */
const openings = [
  '<script>RUN</script>',
  '<img src=x onerror="RUN">',
  '<svg onload="RUN">',
  '<svg><animate onbegin="RUN" attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<a href="javascript:RUN">press</a>',
  '<details open ontoggle="RUN">',
  '<input autofocus onfocus="RUN">',
  '<math><mtext><style><img src=x onerror="RUN">',
  '<form action="javascript:RUN"><button autofocus>',
  '<object data="javascript:RUN"></object>',
  '<embed src="data:text/html,<script>RUN</script>">',
  '<style>@import "data:text/css,*{background:url(//evil.example)}"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:RUN">',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<template><img src=x onerror="RUN"></template>',
  '{{constructor.constructor("RUN")()}}',
  '${RUN}',
  '&lt;img src=x onerror="RUN"&gt;',
]
const closings = ['', '">', "'>", '</textarea>', '</title></style></script>-->']
const payloads = closings.flatMap((closing) =>
  openings.map((opening) => closing + opening.replaceAll('RUN', 'window.ran=1')),
)

let server: RunningServer
let person: Person
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())
test.afterEach(() => person.close())

test(`${payloads.length} hostile texts in every field stay texts`, async () => {
  const [pete, mia, cora] = await Promise.all([
    speaker(server, 'pete'),
    speaker(server, 'mia'),
    speaker(server, 'cora'),
  ])
  const text = (n: number) => payloads[n % payloads.length] ?? ''
  await mia.post('resources/teams', { id: 3, name: `Banking ${text(1)}` })
  await mia.post('resources/advisors', { id: 2, name: `Advisor ${text(2)}` })
  await mia.post('resources/countries', { id: 1, title: `Country ${text(3)}` })
  await mia.post('resources/users', { id: 2, fullName: `Mia ${text(4)}` })
  const { id: requestId } = await pete.post('requests/details', {
    countryId: 1,
    teamId: 3,
    advisorId: 2,
    projectTypeId: 3,
    poolCode: 'BK-100',
    dueDate: '2027-12-31',
    blanketTasking: null,
  })
  await pete.post('requests/tasks', {
    requestId,
    category: 1,
    tasks: [{ taskId: 101, name: 'Interpretation', description: text(5) }],
  })
  await pete.post('requests/tasks/details', {
    requestId,
    contactDetails: payloads.slice(0, 30).join('\n'),
    taskDetails: payloads.slice(30, 60).join('\n'),
    specialInstructions: payloads.slice(60).join('\n'),
  })
  await pete.post('requests/complete', { requestId, recipients: text(6), approval: text(7) })
  const id = (await pete.get<{ id: number }[]>(`requests/${requestId}/projects`))[0]?.id ?? 0
  for (const [n, comment] of payloads.entries())
    await pete.post(`projects/${id}/comments`, { projectId: id, comment: `${n} ${comment}` })
  await cora.post('requests/content', { projectId: id, content: payloads.join('<br>') })
  await pete.post('requests/amend', { projectId: id, content: text(8), assigneeId: 2 })
  await mia.post('projects/deliverables', { id: 0, projectTaskId: id, name: `Deliverable ${text(9)}` })

  person = await aDevice(server, 'mia', 'desk')
  const { page } = person
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  // Everything has arrived before the first screen is looked at.
  const arrived = async () => (await stored(page, 'comments')).filter((row) => row['projectId'] === id).length
  await expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThanOrEqual(payloads.length)
  for (const path of [
    `/projects/${id}`,
    '/dashboard/manager',
    '/find?status=0',
    '/find?teams=3',
    '/requests',
    '/outbox',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForTimeout(700)
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false)
  }
  await page.goto(`/projects/${id}`)
  await expect(page.getByText(`0 ${payloads[0]}`, { exact: true }).first()).toBeVisible()
  expect(
    await page
      .locator('main :is(script, iframe, object, embed, svg[onload], img[onerror], [href^="javascript"])')
      .count(),
  ).toBe(0)
  expect([dialogs, person.complaints]).toEqual([0, []])
})
