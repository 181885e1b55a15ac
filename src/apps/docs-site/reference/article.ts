import { PROBLEMS, type ProblemCode } from '../../../kernel/contract/problem.ts'
import { highlight } from '../highlight.ts'
import { Html, html, prose } from '../html.ts'
import {
  type Components,
  type Entry,
  type Exchange,
  fieldItem,
  fieldList,
  follow,
  jsonOf,
  recorded,
} from './document.ts'
import { type Code, REMEDIES } from './remedies.ts'

/** One operation: what it is for, takes and returns, and next to it a recorded call with its answer. */
export function article(entry: Entry, components: Components): Html {
  const { id, method, path, summary, description, parameters = [] } = entry
  const exchange = recorded[id]
  return html`<article id="${id}" data-method="${method}" data-path="${path}">
<div class="explained">
<h3>${summary ?? path}</h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span><code>${path}</code></p>
<p>${prose(description ?? '')}</p>
${
  parameters.length
    ? html`<h4>Parameters</h4><ul class="fields">${parameters.map(({ name, required, description: words, schema }) =>
        fieldItem(name, { ...schema, description: words ?? schema?.description ?? '' }, required ?? false, components),
      )}</ul>`
    : undefined
}
${taken(entry, components)}
${given(entry, components)}
${errorTable(entry, components)}
</div>
${exchange ? exampleColumn(entry, exchange) : undefined}
</article>`
}

function taken({ requestBody }: Entry, components: Components): Html | undefined {
  const content = requestBody?.content
  if (!content) return undefined
  const schema = jsonOf(content)
  const pictures = Object.keys(content).filter((type) => type !== 'application/json')
  return html`<h4>Body</h4>${schema ? (fieldList(schema, components) ?? '') : ''}${
    pictures.length
      ? html`<p>${schema ? 'Or the picture' : 'The picture'} itself: ${pictures.map((type, index) => html`${index ? ', ' : ''}<code>${type}</code>`)}</p>`
      : ''
  }`
}

function given({ responses = {} }: Entry, components: Components): Html | undefined {
  const [status, { description, content } = {}] = Object.entries(responses).find(([each]) => Number(each) < 400) ?? []
  if (!status) return undefined
  const schema = jsonOf(content)
  const types = Object.keys(content ?? {}).filter((type) => type !== 'application/json')
  return html`<h4>Answer ${status}</h4>${description && description !== 'Default Response' ? html`<p>${prose(description)}</p>` : ''}${
    schema ? (fieldList(schema, components) ?? '') : ''
  }${types.length ? html`<p>${types.map((type) => html`<code>${type}</code> `)}</p>` : ''}`
}

function exampleColumn(entry: Entry, exchange: Exchange): Html {
  const samples = Object.entries(samplesOf(entry, exchange))
  return html`<div class="shown">
<div class="samples">${samples.map(
    ([language, code], index) =>
      html`<details name="sample-${entry.id}"${index === 0 ? OPEN : undefined}><summary>${language}</summary>${codeBlock(`${language} request`, code, language)}</details>`,
  )}</div>
<h4>Answer ${exchange.status}</h4>
${exchange.answer === undefined ? html`<p class="words">${exchange.bytes ? `${exchange.type}, ${exchange.bytes} bytes` : 'No body.'}</p>` : codeBlock('Answer', typeof exchange.answer === 'string' ? exchange.answer : JSON.stringify(exchange.answer, null, 2), 'json')}
<div class="try" hidden></div>
</div>`
}

const OPEN = html` open`

const codeBlock = (label: string, code: string, language: string): Html =>
  html`<div class="code"><pre tabindex="0" aria-label="${label}"><code>${new Html(highlight(code, language))}</code></pre></div>`

/** The codes that an operation can answer, with their status. */
function codesOf(entry: Entry, components: Components): { status: number; code: Code }[] {
  return Object.entries(entry.responses ?? {}).flatMap(([text, { content }]) => {
    const status = Number(text)
    const schema = jsonOf(content)
    const fields = schema && follow(schema, components).properties
    if (status < 400) return codesIn(fields?.error?.enum).map((code) => ({ status, code }))
    const codes = fields?.code ? problemsOf(entry, status) : (IN_ENROLMENT[status] ?? [])
    return codes.map((code) => ({ status, code }))
  })
}

const codesIn = (values: string[] = []): Code[] =>
  values.filter((value): value is Code => Object.hasOwn(REMEDIES, value))

/** The codes with this status that can occur here: some belong only to the console, some to one kind of call. */
function problemsOf({ tags = [] }: Entry, status: number): Code[] {
  const here = status === 409 ? CONFLICTS[tags[0] ?? ''] : undefined
  const all = Object.entries(PROBLEMS).flatMap(([code, [each]]) => (each === status ? [code as ProblemCode] : []))
  return here ?? all.filter((code) => code !== 'SIGN_IN_REQUIRED' && code !== 'SECOND_FACTOR_NEEDED')
}

const CONFLICTS: Record<string, Code[]> = {
  Sessions: [
    'SESSION_ALREADY_EXISTS',
    'SESSION_ALREADY_COMPLETED',
    'SESSION_EXPIRED',
    'SESSION_DELETED',
    'PERSON_UNAVAILABLE',
  ],
  Results: ['RESULTS_NOT_READY'],
  Review: [
    'NOT_WAITING_FOR_REVIEW',
    'CASE_CLAIMED',
    'SECOND_PERSON_NEEDED',
    'TOO_MANY_NEW_PICTURES',
    'TOO_LATE_TO_UNDO',
    'CONFLICT',
  ],
}

const IN_ENROLMENT: Record<number, Code[]> = {
  400: ['BAD_REQUEST'],
  401: ['SESSION_UNAUTHORIZED'],
  408: ['REQUEST_TIMEOUT'],
  410: ['SESSION_EXPIRED'],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  429: ['TOO_MANY_REQUESTS'],
  503: ['SERVICE_UNAVAILABLE'],
}

function errorTable(entry: Entry, components: Components): Html | undefined {
  const codes = codesOf(entry, components)
  if (!codes.length) return undefined
  return html`<details><summary>${codes.length} errors, and what to do</summary><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What to do</th></tr></thead><tbody>${codes.map(
    ({ status, code }) =>
      html`<tr><td>${status}</td><td><code>${code}</code></td><td>${prose(REMEDIES[code])}</td></tr>`,
  )}</tbody></table></details>`
}

/** The same call in three languages. The reader replaces words in capitals. */
export interface Samples {
  curl: string
  TypeScript: string
  Python: string
}

export function samplesOf(entry: Entry, exchange: Exchange): Samples {
  const scheme = Object.keys(entry.security?.[0] ?? {})[0]
  const call: Call = {
    method: entry.method,
    address: (session) =>
      `${entry.path.replace(/\{(\w+)\}/g, (_, name: string) => exchange.params?.[name] ?? session)}${exchange.query ? `?${exchange.query}` : ''}`,
    login: scheme === 'basic' ? (entry.tags?.includes('Review') ? 'REVIEWER' : 'LIMEN') : undefined,
    token: scheme === 'bearer',
    exchange,
  }
  return { curl: curl(call), TypeScript: typescript(call), Python: python(call) }
}

interface Call {
  method: string
  address: (session: string) => string
  login: string | undefined
  token: boolean
  exchange: Exchange
}

/** The file name of a binary answer. */
const fileOf = ({ type, params }: Exchange): string | undefined => {
  if (type === 'image/jpeg') return `${params?.imageName ?? 'picture'}.jpg`
  return type === 'application/zip' ? 'evidence.zip' : undefined
}

function curl({ method, address, login, token, exchange }: Call): string {
  const { json, picture, type } = exchange
  const file = fileOf(exchange)
  return [
    `curl ${type === 'text/event-stream' ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}"$LIMEN_URL${address('$SESSION_ID')}"`,
    ...(login ? [`-u "$${login}_USERNAME:$${login}_PASSWORD"`] : []),
    ...(token ? ['-H "authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(picture ? [`-H "content-type: image/jpeg" --data-binary @${picture}`] : []),
    ...(json === undefined ? [] : ['-H "content-type: application/json"', `-d '${JSON.stringify(json)}'`]),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ')
}

function typescript({ method, address, login, token, exchange }: Call): string {
  const { json, picture, status } = exchange
  const file = fileOf(exchange)
  const headers = [
    ...(login ? [`authorization: \`Basic \${btoa(\`\${${login}_USERNAME}:\${${login}_PASSWORD}\`)}\``] : []),
    ...(token ? [`authorization: \`Bearer \${ACCESS_TOKEN}\``] : []),
    ...(picture ? ["'content-type': 'image/jpeg'"] : []),
    ...(json === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(picture ? [`body: await readFile('${picture}')`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${literal(json)})`]),
  ]
  const imports = [...(picture ? ['readFile'] : []), ...(file ? ['writeFile'] : [])]
  return [
    ...(imports.length ? [`import { ${imports.join(', ')} } from 'node:fs/promises'\n`] : []),
    `const answer = await fetch(\`\${LIMEN_URL}${address(`\${SESSION_ID}`)}\`, {`,
    ...options.map((option) => `  ${option},`),
    '})',
    file
      ? `await writeFile('${file}', new Uint8Array(await answer.arrayBuffer()))`
      : status === 204
        ? 'console.log(answer.status)'
        : exchange.type === 'application/json'
          ? 'console.log(answer.status, await answer.json())'
          : 'console.log(answer.status, await answer.text())',
  ].join('\n')
}

const literal = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, ' $1: ')
    .replace(/,/g, ',')
    .replace(/\}$/, ' }')

function python({ method, address, login, token, exchange }: Call): string {
  const { json, picture, status } = exchange
  const file = fileOf(exchange)
  const headers = [
    ...(login ? ['"authorization": f"Basic {LOGIN}"'] : []),
    ...(token ? ['"authorization": f"Bearer {ACCESS_TOKEN}"'] : []),
    ...(picture ? ['"content-type": "image/jpeg"'] : []),
    ...(json === undefined ? [] : ['"content-type": "application/json"']),
  ]
  const isJson = exchange.type === 'application/json'
  const modules = [...(login ? ['base64'] : []), ...(json !== undefined || isJson ? ['json'] : []), 'urllib.request']
  return [
    `import ${modules.join(', ')}\n`,
    ...(login ? [`LOGIN = base64.b64encode(f"{${login}_USERNAME}:{${login}_PASSWORD}".encode()).decode()`] : []),
    'request = urllib.request.Request(',
    `    f"{LIMEN_URL}${address('{SESSION_ID}')}",`,
    `    method="${method}",`,
    ...(headers.length ? [`    headers={${headers.join(', ')}},`] : []),
    ...(picture ? [`    data=open("${picture}", "rb").read(),`] : []),
    ...(json === undefined ? [] : [`    data=json.dumps(${pythonLiteral(json)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    file
      ? `    open("${file}", "wb").write(answer.read())`
      : status === 204
        ? '    print(answer.status)'
        : isJson
          ? '    print(answer.status, json.load(answer))'
          : '    print(answer.status, answer.read().decode())',
  ].join('\n')
}

const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/:true\b/g, ': True')
    .replace(/:false\b/g, ': False')
    .replace(/":/g, '": ')
    .replace(/,"/g, ', "')
