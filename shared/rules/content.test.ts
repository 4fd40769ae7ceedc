import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { composeContent, contentFromText, contentToText, describeTasking } from './content.ts'

const details = {
  contactDetails: 'Grace <grace@example.org>\n+254 700 000 001',
  taskDetails: 'Three days & two nights',
  specialInstructions: '',
  tasks: [
    { taskId: 101, name: 'Interpretation', description: '' },
    { taskId: 102, name: 'Written <b>Translation</b>', description: '' },
  ],
  subTaskId: 0,
}

test('the content has its sections in order, every word escaped, and no section that is empty (C-135)', () => {
  expect(composeContent(details)).toBe(
    '<p><b>Contact Details</b><br>Grace &lt;grace@example.org&gt;<br>+254 700 000 001</p>' +
      '<p><b>Request Details</b><br>Three days &amp; two nights</p>' +
      '<p><b>Tasks</b><br>Interpretation<br>Written &lt;b&gt;Translation&lt;/b&gt;</p>',
  )
  expect(composeContent({ ...details, specialInstructions: 'Bring a "mic"' })).toContain(
    '<p><b>Special Instructions</b><br>Bring a &quot;mic&quot;</p><p><b>Tasks</b>',
  )
})

test('the chosen sub-task stands with its task', () => {
  const tasks = [{ taskId: 801, name: 'Housing', description: '' }]
  expect(composeContent({ ...details, tasks, subTaskId: 811 })).toContain('<p><b>Tasks</b><br>Housing, New Lease</p>')
  expect(composeContent({ ...details, tasks, subTaskId: 821 })).toContain('<p><b>Tasks</b><br>Housing</p>')
})

test('the edit box has no tags and real new lines (S12)', () => {
  expect(contentToText('<p><b>Request Details</b><br>Three days</p><script>alert(1)</script><p>In Nairobi</p>')).toBe(
    'Request Details\nThree days\nIn Nairobi',
  )
})

test('what is saved from the edit box is escaped, with <br> for each new line', () => {
  expect(contentFromText('Two days\nNo <b>mic</b> & "no" slides')).toBe(
    'Two days<br>No &lt;b&gt;mic&lt;/b&gt; &amp; &quot;no&quot; slides',
  )
  expect(contentFromText('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('no request text becomes a tag, on whichever way it is stored', () => {
  const hostile = fc.array(fc.constantFrom('<', '>', 'script', '&lt;', '&', '"', ' ', '\n', 'x', '/', '<br>', '<p>'))
  const text = fc.oneof(
    hostile.map((pieces) => pieces.join('')),
    fc.string(),
  )
  const withoutOurs = (html: string) => html.replace(/<\/?(p|b|br)>/g, '')
  fc.assert(
    fc.property(text, text, (a, b) => {
      const tasks = [{ taskId: 101, name: a, description: '' }]
      const content = composeContent({ contactDetails: a, taskDetails: b, specialInstructions: a, tasks, subTaskId: 0 })
      expect(withoutOurs(content)).not.toMatch(/[<>]/)
      expect(contentFromText(a).replaceAll('<br>', '')).not.toMatch(/[<>]/)
    }),
  )
})

test('opening the edit box and saving it unchanged loses no word, not even one in angle brackets', () => {
  const shown = contentToText(composeContent(details))
  expect(shown).toContain('Grace <grace@example.org>')
  expect(contentToText(contentFromText(shown))).toBe(shown)
})

test('a tasking is first described by its task and 200 characters of the details, on one line (C-126)', () => {
  expect(describeTasking('Interpretation', '  Three\ndays   in\tNairobi ')).toBe(
    'Interpretation — Three days in Nairobi',
  )
  expect(describeTasking('Interpretation', 'x'.repeat(300))).toBe(`Interpretation — ${'x'.repeat(200)}`)
  // A sign of two halves is not cut in two: no database holds one of them.
  expect(describeTasking('Interpretation', `${'x'.repeat(199)}🚚 and more`)).toBe(
    `Interpretation — ${'x'.repeat(199)}🚚`,
  )
})
