import { type Html, html, prose } from './html.ts'

/** As much of JSON Schema as our contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: string[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  examples?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

export const nameOfRef = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The properties of an object, one row each. */
export function propertyTable({ properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(([name, property]) => fieldRow(name, property, required.includes(name)))
  return html`<table><thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}

export function fieldRow(name: string, schema: Schema, required: boolean): Html {
  const values = schema.enum ?? schema.items?.enum
  return html`<tr><td><code>${name}</code></td><td>${typeWords(schema)}${required ? '' : html`<span class="words">optional</span>`}</td><td>${
    schema.description ? prose(schema.description) : ''
  }${values ? html`<span class="words">${values.map((value, index) => html`${index ? ', ' : ''}<code>${value}</code>`)}</span>` : ''}${rangeWords(schema)}</td></tr>`
}

function typeWords(schema: Schema): Html {
  if (schema.$ref) return html`<a href="#${nameOfRef(schema.$ref)}">${nameOfRef(schema.$ref)}</a>`
  if (schema.items) return html`array of ${typeWords(schema.items)}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const type = [schema.type ?? 'object'].flat().join(' or ')
  return html`${type}${schema.format ? ` (${schema.format})` : ''}`
}

function rangeWords({ minimum, maximum, maxLength, default: fallback }: Schema): Html | undefined {
  const words = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    fallback === undefined ? '' : `default ${String(fallback)}`,
  ].filter(Boolean)
  return words.length ? html`<span class="words">${words.join('; ')}</span>` : undefined
}
