import { readFileSync } from 'node:fs'
import { resource } from '../../../platform/resources.ts'
import { type Html, html, prose } from '../html.ts'

/** The part of OpenAPI that our document uses. */
export interface OpenApi {
  info: { title: string; version: string; summary?: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post?: Operation }>
  components?: { schemas?: Record<string, Schema> }
}

interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content }>
}

type Content = Record<string, { schema?: Schema }>

/** An operation with its method and path. */
export interface Entry extends Operation {
  id: string
  method: string
  path: string
}

export function entriesOf({ paths = {} }: OpenApi): Entry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** The schema of a JSON body. */
export function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.['application/json']?.schema ?? content?.['application/problem+json']?.schema
}

/** A recorded call with its answer. */
export interface Exchange {
  /** Path parameters in addition to the session's id. */
  params?: Record<string, string>
  query?: string
  json?: unknown
  /** The picture that was sent. */
  picture?: string
  status: number
  /** The body: JSON, the beginning of a text, or its type and number of bytes. */
  answer?: unknown
  bytes?: number
  type?: string
}

/**
 * Recorded from a running service; test/apps/docs-site/recorded.test.ts records it again and checks it against the contract.
 */
export const recorded = JSON.parse(
  readFileSync(resource('src/apps/docs-site/reference/recorded.json'), 'utf8'),
) as Record<string, Exchange>

/** The part of JSON Schema that our contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: string[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  required?: string[]
  description?: string
  examples?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

export type Components = Record<string, Schema>

/** A schema with its reference resolved; properties next to the reference take precedence. */
export function follow(schema: Schema, components: Components): Schema {
  if (!schema.$ref) return schema
  const { $ref, ...siblings } = schema
  return { ...(components[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}), ...siblings }
}

/**
 * Every field of an object with its meaning, including those of nested objects: nothing has to be looked up elsewhere.
 */
export function fieldList(schema: Schema, components: Components, depth = 0): Html | undefined {
  const { properties, required = [], patternProperties } = follow(schema, components)
  const fields = Object.entries(properties ?? {})
  const named = Object.values(patternProperties ?? {}).map((each) => ['any name', each] as const)
  if (!fields.length && !named.length) return undefined
  return html`<ul class="fields">${[...fields, ...named].map(([name, field]) =>
    fieldItem(name, field, required.includes(name), components, depth),
  )}</ul>`
}

export function fieldItem(name: string, schema: Schema, required: boolean, components: Components, depth = 0): Html {
  const field = follow(schema, components)
  const inner = field.items ? follow(field.items, components) : field
  const values = inner.enum
  const nested = fieldList(inner, components, depth + 1)
  return html`<li><code class="field">${name}</code> <span class="words">${typeWords(field, components)}${required ? '' : ', optional'}</span>${
    field.description ? html`<p>${prose(field.description)}</p>` : ''
  }${values ? html`<p class="words">${values.map((value, index) => html`${index ? ', ' : ''}<code>${value}</code>`)}</p>` : ''}${rangeWords(field)}${
    nested
      ? depth < 1
        ? nested
        : html`<details><summary>Fields of <code>${name}</code></summary>${nested}</details>`
      : ''
  }</li>`
}

function typeWords(schema: Schema, components: Components): string {
  const { items, anyOf, type, format, const: value, enum: values } = follow(schema, components)
  if (items) return `array of ${typeWords(items, components)}`
  if (anyOf) return anyOf.map((each) => typeWords(each, components)).join(' or ')
  if (value !== undefined) return JSON.stringify(value)
  if (values) return 'one of'
  return `${[type ?? 'object'].flat().join(' or ')}${format ? ` (${format})` : ''}`
}

function rangeWords({ minimum, maximum, maxLength, default: fallback }: Schema): Html | undefined {
  const words = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    fallback === undefined ? '' : `default ${String(fallback)}`,
  ].filter(Boolean)
  return words.length ? html`<p class="words">${words.join('; ')}</p>` : undefined
}
