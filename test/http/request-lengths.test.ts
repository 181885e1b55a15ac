import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { components } from '../../src/kernel/contract/components.ts'
import { declaredRoutes } from '../support/route-schemas.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  maxLength?: number
  maxProperties?: number
  propertyNames?: Schema
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  content?: Record<string, { schema: Schema }>
}

const named = new Map(components().map((schema) => [(schema as { $id?: string }).$id, schema as Schema]))

/** A body that is the picture itself. */
const PICTURE = /: body of (image\/\w+|application\/octet-stream)$/

/** Pages, which do not read what stands there: an address is no longer than the headers may be. */
const PAGE = /^\/(?:docs\/guides|assets|console|demo)\/\*$|^\/h\/:code$/

describe('every string of a request', () => {
  it('has a largest length', async () => {
    const routes = await declaredRoutes()
    assert.ok(routes.length > 100)
    const endless = routes.flatMap(({ method, url, schema }) => {
      const { body, querystring, params, headers } = schema as Record<string, Schema | undefined>
      const at = `${method} ${url}`
      const named = [...url.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => name)
      return [
        ...stringsOf(body, `${at}: body`),
        ...stringsOf(querystring, `${at}: query`),
        ...stringsOf(headers, `${at}: headers`),
        ...stringsOf(params, `${at}: path`),
        ...(PAGE.test(url) ? [] : named)
          .filter((name) => !params?.properties?.[name])
          .map((name) => `${at}: path.${name} has no schema`),
      ]
    })
    assert.deepEqual(
      endless.filter((place) => !PICTURE.test(place)),
      [],
    )
  })
})

/** The strings without a largest length. */
function stringsOf(schema: Schema | undefined, at: string, inside: readonly Schema[] = []): string[] {
  if (!schema || inside.includes(schema)) return []
  const within = [...inside, schema]
  const deeper = (part: Schema | undefined, name: string) => stringsOf(part, `${at}${name}`, within)
  if (schema.$ref) return deeper(named.get(schema.$ref.replace(/#$/, '')) ?? assert.fail(schema.$ref), '')
  const isText = [schema.type].flat().includes('string') && schema.enum === undefined && schema.const === undefined
  const { properties = {}, patternProperties = {}, additionalProperties, maxProperties, propertyNames } = schema
  const isObject = [schema.type].flat().includes('object')
  const isOpen = isObject && !Object.keys(properties).length && additionalProperties !== false
  return [
    ...(isText && schema.maxLength === undefined ? [at] : []),
    ...(isOpen && maxProperties === undefined ? [`${at}: any number of properties`] : []),
    ...(isOpen && propertyNames?.maxLength === undefined ? [`${at}: names of any length`] : []),
    ...(isOpen && !Object.keys(patternProperties).length && typeof additionalProperties !== 'object'
      ? [`${at}: values of any form`]
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => deeper(part, '')),
    ...deeper(schema.items, '[]'),
    ...Object.entries({ ...properties, ...patternProperties }).flatMap(([name, part]) => deeper(part, `.${name}`)),
    ...(typeof additionalProperties === 'object' ? deeper(additionalProperties, '.*') : []),
    ...Object.entries(schema.content ?? {}).flatMap(([type, part]) => deeper(part.schema, ` of ${type}`)),
  ]
}
