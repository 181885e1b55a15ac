import { type Html, html, prose } from '../html.ts'
import { type Entry, jsonOf } from './document.ts'
import { errorTable } from './errors.ts'
import { type Components, fieldItem, fieldList } from './fields.ts'
import { type Exchange, recorded } from './recorded.ts'
import { samplesOf } from './samples.ts'

/** One operation: what it is for and takes and gives, and next to it a call that was made and what came back. */
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
${samples.map(
  ([language, code], index) =>
    html`<details name="sample-${entry.id}"${index === 0 ? OPEN : undefined}><summary>${language}</summary>${codeBlock(`${language} request`, code)}</details>`,
)}
<h4>Answer ${exchange.status}</h4>
${exchange.answer === undefined ? html`<p class="words">${exchange.bytes ? `${exchange.type}, ${exchange.bytes} bytes` : 'No body.'}</p>` : codeBlock('Answer', typeof exchange.answer === 'string' ? exchange.answer : JSON.stringify(exchange.answer, null, 2))}
<div class="try" hidden></div>
</div>`
}

const OPEN = html` open`

const codeBlock = (label: string, code: string): Html =>
  html`<div class="code"><pre tabindex="0" aria-label="${label}"><code>${code}</code></pre></div>`
