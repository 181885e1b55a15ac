import { readFileSync } from 'node:fs'
import { PROBLEMS } from '../../contract/problem.ts'
import { type Html, html, prose } from './html.ts'
import { fieldRow, nameOfRef, propertyTable, type Schema } from './schema.ts'

interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

interface Document {
  info: { title: string; version: string; summary?: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post?: Operation }>
  components?: { schemas?: Record<string, Schema> }
}

interface Entry extends Operation {
  id: string
  method: string
  path: string
}

export const docsStyle = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/** The OpenAPI document as one page to read: no script, nothing from elsewhere. */
export function renderDocs(openapi: object): string {
  const document = openapi as Document
  const entries = entriesOf(document)
  const tags = (document.tags ?? []).filter(({ name }) => entries.some((entry) => entry.tags?.includes(name)))
  const inTag = (name: string) => entries.filter((entry) => entry.tags?.includes(name))
  const schemas = Object.entries(document.components?.schemas ?? {})
  const hooks = Object.entries(document.webhooks ?? {})
  const { title, version, summary, description } = document.info

  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<nav aria-label="Contents">
<a class="name" href="#top">${title}</a>
${tags.map(({ name }) =>
  navList(
    name,
    inTag(name).map(({ id, summary, path }) => [id, summary ?? path]),
  ),
)}
${navList(
  'Told to you',
  hooks.map(([name, { post }]) => [name, post?.summary ?? name]),
)}
${navList('Reference', [['problems', 'Problem codes'], ...schemas.map(([name]) => [name, name] as [string, string])])}
</nav>
<main id="top">
<h1>${title} API</h1>
<p>${summary ?? ''}, version ${version}. As data: <a href="/openapi.json">openapi.json</a></p>
<p>${prose(description ?? '')}</p>
${tags.map(({ name, description }) => html`<h2>${name}</h2><p>${prose(description ?? '')}</p>${inTag(name).map((entry) => article(document, entry))}`)}
<h2>Told to you</h2>
${hooks.map(([name, { post }]) => html`<article id="${name}"><h3>${post?.summary ?? name}</h3><p>${prose(post?.description ?? '')}</p>${bodyTable(post ?? {})}</article>`)}
<h2 id="problems">Problem codes</h2>
<p>Errors outside the enrolment endpoints are <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(([code, [status, meaning]]) => html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${prose(meaning)}</td></tr>`)}
</tbody></table>
<h2>Schemas</h2>
${schemas.map(([name, schema]) => schemaArticle(name, schema))}
</main>
</body>
</html>
`.text
}

function entriesOf({ paths = {} }: Document): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  )
}

function navList(title: string, links: readonly (readonly [string, string])[]): Html {
  return html`<h2>${title}</h2><ul>${links.map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`)}</ul>`
}

function article(document: Document, entry: Entry): Html {
  const { id, method, path, summary, description, parameters = [] } = entry
  return html`<article id="${id}">
<h3>${summary ?? path}</h3>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span><code>${path}</code></p>
<p>${prose(description ?? '')}</p>
${
  parameters.length
    ? html`<h4>Parameters</h4><table><tbody>${parameters.map((parameter) =>
        fieldRow(
          parameter.name,
          { ...parameter.schema, description: parameter.description ?? parameter.schema?.description ?? '' },
          parameter.required ?? false,
        ),
      )}</tbody></table>`
    : undefined
}
${bodyTable(entry)}
<h4>Answers</h4>
<table><tbody>${Object.entries(entry.responses ?? {}).map(
    ([status, { description, content }]) =>
      html`<tr><td><code>${status}</code></td><td>${prose(description === 'Default Response' ? '' : (description ?? ''))}</td><td>${contentWords(content)}</td></tr>`,
  )}</tbody></table>
<h4>Example</h4>
<pre><code>${curl(document, entry)}</code></pre>
</article>`
}

function bodyTable({ requestBody }: Operation): Html | undefined {
  if (!requestBody?.content) return undefined
  const rows = Object.entries(requestBody.content).map(
    ([mediaType, { schema }]) => html`<tr><td><code>${mediaType}</code></td><td>${schemaWords(schema)}</td></tr>`,
  )
  return html`<h4>Body</h4><table><tbody>${rows}</tbody></table>`
}

function contentWords(content: Record<string, { schema?: Schema }> | undefined): Html[] {
  return Object.entries(content ?? {}).map(
    ([mediaType, { schema }]) => html`<code>${mediaType}</code> ${schemaWords(schema)}`,
  )
}

function schemaWords(schema: Schema | undefined): Html | string {
  if (schema?.$ref) return html`<a href="#${nameOfRef(schema.$ref)}">${nameOfRef(schema.$ref)}</a>`
  return schema?.format === 'binary' ? 'the bytes of the picture' : ''
}

function schemaArticle(name: string, schema: Schema): Html {
  return html`<article id="${name}"><h3>${name}</h3><p>${prose(schema.description ?? '')}</p>${
    schema.properties ? propertyTable(schema) : undefined
  }${(schema.examples ?? []).map((example) => html`<h4>Example</h4><pre><code>${JSON.stringify(example, null, 2)}</code></pre>`)}</article>`
}

/** A call that can be pasted into a shell, with words in capitals to fill in. */
function curl({ servers, components }: Document, { method, path, security = [], requestBody }: Entry): string {
  const scheme = Object.keys(security[0] ?? {})[0]
  const json = requestBody?.content?.['application/json']?.schema
  const schema = json?.$ref ? components?.schemas?.[nameOfRef(json.$ref)] : json
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => name.replace(/([A-Z])/g, '_$1').toUpperCase())
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${servers?.[0]?.url ?? ''}${address}"`,
    ...(scheme === 'basic' ? ['-u "$API_USERNAME:$API_PASSWORD"'] : []),
    ...(scheme === 'bearer' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(requestBody?.content?.['image/jpeg'] ? ['-H "Content-Type: image/jpeg" --data-binary @picture.jpg'] : []),
    ...(json && !requestBody?.content?.['image/jpeg']
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(schema?.examples?.[0] ?? {})}'`]
      : []),
  ].join(' \\\n  ')
}
