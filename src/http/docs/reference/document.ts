import { readFileSync } from 'node:fs'
import { resource } from '../../../resources.ts'
import type { Schema } from './fields.ts'

/** As much of an OpenAPI document as ours uses. */
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

/** An operation with where it is. */
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

/** A call as it was made, and the answer that came. */
export interface Exchange {
  /** Values of the address in addition to the session's id. */
  params?: Record<string, string>
  query?: string
  json?: unknown
  /** The picture that was sent. */
  picture?: string
  status: number
  /** The body: JSON, the beginning of a text, or how many bytes of what. */
  answer?: unknown
  bytes?: number
  type?: string
}

/** Recorded from a running service; test/http/docs/recorded.test.ts writes it again and holds it against the contract. */
export const recorded = JSON.parse(readFileSync(resource('src/http/docs/reference/recorded.json'), 'utf8')) as Record<
  string,
  Exchange
>
