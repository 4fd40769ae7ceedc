import { html } from 'hono/html'
import type { OpenApi, Operation, Parameter, Response, Schema } from './openapi.ts'

type Piece = ReturnType<typeof html>

/** The document as a page to read: no script, and nothing that is not in the document. */
export function pageOf(document: OpenApi): string {
  const rooms = document.tags.map((tag) => ({ ...tag, calls: callsIn(document, tag.name) }))
  const nouns = Object.entries(document.components.schemas).sort(([a], [b]) => a.localeCompare(b))
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${document.info.title} API</title>
          <link rel="icon" href="/favicon.svg" />
          <link rel="stylesheet" href="/api/docs.css" />
        </head>
        <body>
          <nav aria-label="Contents">
            <p class="brand"><a href="#top">${document.info.title} API</a></p>
            <ul>
              <li><a href="#calling">How to call it</a></li>
              ${rooms.map(
                ({ name, calls }) =>
                  html`<li>
                    <a href="#${name}">${titled(name)}</a>
                    <ul>
                      ${calls.map(
                        (call) =>
                          html`<li>
                            <a href="#${call.id}">${call.methods[0]} <span>${short(call.path)}</span></a>
                          </li>`,
                      )}
                    </ul>
                  </li>`,
              )}
              <li><a href="#nouns">Shapes</a></li>
            </ul>
          </nav>
          <main id="top">
            <h1>${document.info.title} API</h1>
            <p class="quiet">Version ${document.info.version} · <a href="/api/openapi.json">openapi.json</a></p>
            ${introduction(document)}
            ${rooms.map(
              ({ name, description, calls }) =>
                html`<section id="${name}">
                  <h2>${titled(name)}</h2>
                  <p class="quiet">${description}</p>
                  ${calls.map((call) => callCard(call, document))}
                </section>`,
            )}
            <section id="nouns">
              <h2>Shapes</h2>
              <p class="quiet">What answers are made of.</p>
              ${nouns.map(
                ([name, schema]) =>
                  html`<article id="shape-${name}">
                    <h3>${name}</h3>
                    ${fieldTable(name, schema)}
                  </article>`,
              )}
            </section>
          </main>
        </body>
      </html>`,
  )
}

interface Call {
  id: string
  path: string
  methods: string[]
  operation: Operation
}

/** The calls of a room; verbs that do the same at one address are one call. */
function callsIn(document: OpenApi, tag: string): Call[] {
  const calls: Call[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.tags.includes(tag)) continue
      const same = calls.find((call) => call.path === path && call.operation.summary === operation.summary)
      if (same) same.methods.push(method.toUpperCase())
      else calls.push({ id: operation.operationId, path, methods: [method.toUpperCase()], operation })
    }
  }
  return calls
}

const introduction = ({ info, components }: OpenApi): Piece =>
  html`<section id="calling">
    <h2>How to call it</h2>
    <p>${prose(info.description)}</p>
    <pre><code>curl -s $HOST/api/login -H 'Content-Type: application/json' \\
  -d '{"email":"ana@fieldpost.example","password":"…"}'</code></pre>
    <dl>
      <dt>Twice is once</dt>
      <dd>
        ${prose(`Send \`Idempotency-Key\` with a write. ${components.parameters.IdempotencyKey.description ?? ''}`)}
      </dd>
      <dt>Lists</dt>
      <dd>${prose('`page` counts from 1, twenty at a time; a page beyond the last is the last.')}</dd>
      <dt>Bodies</dt>
      <dd>What a call does not take is not looked at, so a whole entity can be sent back.</dd>
      <dt>Errors</dt>
      <dd>
        ${prose('Always an')}
        ${link('Error')}${prose(': `message` is a sentence for people, `code` is for programs, `requestId` finds it in the log.')}
      </dd>
    </dl>
    ${table(
      'Errors',
      ['Status', 'Meaning'],
      Object.entries(components.responses).map(([name, response]) => [
        html`<span id="${name}">${name.slice(1)}</span>`,
        prose(response.description),
      ]),
    )}
  </section>`

function callCard({ id, path, methods, operation }: Call, document: OpenApi): Piece {
  const { summary, description, requestBody, responses } = operation
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, document))
  const [sent, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const done = responses['200'] as Response
  const [type, answer] = Object.entries(done.content ?? {})[0] ?? []
  const refusals = Object.keys(responses).filter((status) => Number(status) >= 400)
  return html`<article id="${id}">
    <h3>
      ${methods.map((method) => html`<span class="method ${method.toLowerCase()}">${method}</span> `)}
      <code class="path">${broken(path)}</code>
    </h3>
    <p>${prose(summary)}</p>
    <p class="who">${prose(description)}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${table(
              'Parameters',
              ['Name', 'In', 'Type', 'Note'],
              parameters.map((parameter) => [
                html`<code>${parameter.name}</code>`,
                parameter.in,
                typeOf(parameter.schema),
                prose(noteOf(parameter)),
              ]),
            )}`
        : ''
    }
    ${
      body
        ? html`<h4>Body</h4>
            ${sent === 'application/json' ? '' : html`<p><code>${sent}</code></p>`} ${shapeOf('Body', body.schema)}`
        : ''
    }
    <h4>Answer</h4>
    ${type === 'application/json' ? shapeOf('Answer', answer?.schema ?? {}) : html`<p><code>${type}</code></p>`}
    <h4>Example</h4>
    <pre><code>${curlOf(methods[0] ?? 'GET', path, operation, body?.example)}</code></pre>
    <p class="refusals">Refused with ${refusals.map((status) => html`<a href="#E${status}">${status}</a> `)}</p>
  </article>`
}

/** An object as a table of its fields, anything else as its type. */
function shapeOf(caption: string, schema: Schema): Piece {
  if (schema.allOf)
    return html`${schema.allOf.map((part, n) => html`${n > 0 ? html`<p>and</p>` : ''}${shapeOf(caption, part)}`)}`
  const fields = (schema.anyOf ?? [schema]).find((one) => one.properties)
  const others = schema.anyOf?.filter((one) => one !== fields) ?? []
  if (!fields?.properties || Object.keys(fields.properties).length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`${
    others.length > 0 ? html`<p>${others.map((one) => html`${typeOf(one)}, or `)}an object:</p>` : ''
  }${fieldTable(caption, fields)}`
}

const fieldTable = (caption: string, { properties = {}, required = [] }: Schema): Piece =>
  table(
    caption,
    ['Field', 'Type', 'Note'],
    Object.entries(properties).map(([name, schema]) => [
      html`<code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}`,
      typeOf(schema),
      prose(limitsOf(schema)),
    ]),
  )

const table = (caption: string, heads: string[], rows: (Piece | string)[][]): Piece =>
  html`<table aria-label="${caption}">
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`

const link = (name: string): Piece => html`<a href="#shape-${name}">${name}</a>`

function typeOf(schema: Schema): Piece {
  if (schema.$ref) return link(schema.$ref.split('/').at(-1) ?? '')
  if (schema.anyOf) {
    const parts = schema.anyOf.map(typeOf)
    return html`${parts.map((part, n) => (n > 0 ? html` or ${part}` : part))}`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return html`${schema.enum.map((value, n) => html`${n > 0 ? ', ' : ''}<code>${String(value)}</code>`)}`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  if (schema.format === 'date') return html`day`
  if (schema.format === 'date-time') return html`instant`
  if (schema.type === 'object' && schema.properties) return html`{ ${Object.keys(schema.properties).join(', ')} }`
  const names = [schema.type ?? 'anything'].flat().map((type) => typeWords[type] ?? type)
  return html`${names.join(' or ')}`
}
const typeWords: Record<string, string> = { string: 'text', boolean: 'true or false', integer: 'whole number' }

/** Limits of a number or a text, as far as they say more than the machine's own. */
function limitsOf(schema: Schema): string {
  const { description, minimum, maximum, minLength, maxLength, maxItems } = schema as Record<string, unknown>
  const isLimit = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return [
    ...(typeof description === 'string' ? [description] : []),
    ...(isLimit(minimum) && minimum > 0 ? [`at least ${minimum}`] : []),
    ...(isLimit(maximum) ? [`at most ${maximum}`] : []),
    ...(isLimit(minLength) ? [`at least ${minLength} characters`] : []),
    ...(isLimit(maxLength) ? [`at most ${maxLength.toLocaleString('en-US')} characters`] : []),
    ...(isLimit(maxItems) ? [`at most ${maxItems}`] : []),
  ].join(', ')
}

const noteOf = ({ required, description, schema }: Parameter): string =>
  [required ? '' : 'optional', description ?? '', limitsOf(schema)].filter(Boolean).join(', ')

function resolved(parameter: Parameter | { $ref: string }, { components }: OpenApi): Parameter {
  if (!('$ref' in parameter)) return parameter
  return { ...components.parameters.IdempotencyKey, description: 'makes it safe to send twice' }
}

function curlOf(
  method: string,
  path: string,
  { security, parameters, requestBody }: Operation,
  example: unknown,
): string {
  const address = path
    .replaceAll('{status}', '4')
    .replaceAll('{poolCode}', 'BK-100')
    .replace(/\{\w+\}/g, '1000001')
  const isKeyed = parameters?.some((parameter) => '$ref' in parameter) ?? false
  return [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} $HOST${address}`,
    ...(security ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(requestBody?.content['multipart/form-data'] ? ['-F file=@agenda.pdf'] : []),
    ...(isKeyed ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(example === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`]),
  ].join(' \\\n  ')
}

/** `code` between backticks, as in the descriptions. */
const prose = (words: string): Piece =>
  html`${words.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** An address may break after a slash. */
const broken = (path: string): Piece =>
  html`${path.split('/').map((part, n) => (n > 0 ? html`/<wbr />${part}` : part))}`
const short = (path: string): string => path.replace('/api/', '')
const titled = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
