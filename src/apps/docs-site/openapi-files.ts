import { buildApp } from '../../app.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { HttpSettings } from '../../kernel/http/context.ts'
import { createLogger } from '../../kernel/operations/logger.ts'
import { createMetrics } from '../../kernel/operations/metrics.ts'
import { createReadiness } from '../../kernel/operations/readiness.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Schema } from './reference/document.ts'

/** The text of openapi.json, as it is committed. Describing the routes does not touch what they work on. */
export async function openapiDocument(features: readonly Feature[], settings: HttpSettings): Promise<string> {
  const app = await buildApp({
    ports: {} as Ports,
    features,
    settings,
    logger: createLogger('silent', { write() {} }),
    metrics: createMetrics(),
    readiness: createReadiness([]),
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return text
}

/**
 * The schemas of openapi.json as TypeScript: the types of the client package, so that it has no copy of the contract.
 */
export function clientTypes(openapi: string): string {
  const { components } = JSON.parse(openapi) as { components: { schemas: Record<string, Schema> } }
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  return [HEADING, ...types].join('\n')
}

const HEADING = '// Written by `npm run cli -- openapi` from the contract of the service. Do not edit.\n'

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema, indent)
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent)}>`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties, patternProperties }: Schema,
  indent: string,
): string {
  const more =
    typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : quoted(name)
    return `${comment(schema, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  if (more && !lines.length) return `Record<string, ${typeOf(more, indent)}>`
  return lines.length ? `{\n${lines.join('')}${indent}}` : 'Record<string, unknown>'
}

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)

const comment = ({ description }: Schema, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\u200b/').replaceAll(/\s+/g, ' ')} */\n` : ''
