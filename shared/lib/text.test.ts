import { fc } from '#shared/testing/random.ts'
import { expect, test } from 'vitest'
import { escapeHtml, htmlToText, textToHtml } from './text.ts'

/** Any `<` that is not the one tag we write ourselves. */
const foreignTag = /<(?!br>)/

const hostile = [
  '<script>alert(1)</script>Three days',
  '<SCRIPT src=//evil.example>alert(1)</SCRIPT >x',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="a>b" onerror="alert(1)">',
  '<a href="javascript:alert(1)">click</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
  '&#60;script&#62;alert(1)',
  '<<b>script>alert(1)<</b>/script>',
  '<svg/onload=alert(1)',
  '<!--<script>--><b>x</b>',
  '<style>*{display:none}</style>shown',
  '<br onclick="alert(1)">',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
]

test.each(hostile)('no tag survives the way through the edit box: %j', (html) => {
  expect(textToHtml(htmlToText(html))).not.toMatch(foreignTag)
})

test('no text of any kind becomes a tag or leaves an attribute', () => {
  const piece = fc.constantFrom('<', '>', '&', '"', "'", 'lt;', 'script', '/', '<br>', '</p>', '\n', '&amp;', 'b', ' ')
  const html = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(html, (text) => {
      const once = textToHtml(htmlToText(text))
      expect(once).not.toMatch(foreignTag)
      expect(once.replaceAll('<br>', '')).not.toMatch(/[>"']/)
      expect(textToHtml(text)).not.toMatch(foreignTag)
    }),
    { numRuns: 1_000 },
  )
})

test('what a person typed is shown exactly: text → HTML → text is the same text', () => {
  const word = fc.stringMatching(/^[a-zA-Z<>&"'=/;]{1,12}$/)
  const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const typed = lines.join('\n')
      expect(htmlToText(textToHtml(typed))).toBe(typed)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['<p>One<br>two</p><p>Three</p>', 'One\ntwo\nThree'],
  ['One<BR/>two<br />three', 'One\ntwo\nthree'],
  ['<b>Bold</b> and <i>plain</i>', 'Bold and plain'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
  ['a &lt;b&gt; &amp;amp; c&nbsp;d', 'a <b> &amp; c d'],
  ['  <div>x</div>  ', 'x'],
  ['<script>alert("1")</script>after', 'after'],
])('%j reads %j in the edit box', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test.each([
  ['One\ntwo\r\nthree\rfour', 'One<br>two<br>three<br>four'],
  ['5 < 6 & "x"', '5 &lt; 6 &amp; &quot;x&quot;'],
  ['  spaces around  ', 'spaces around'],
])('%j is stored as %j', (text, html) => {
  expect(textToHtml(text)).toBe(html)
})

test('escaping leaves nothing that HTML reads as markup', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  )
})
