import assert from 'node:assert/strict'
import { Errors } from 'typebox/schema'
import { type Entry, type Exchange, jsonOf, type OpenApi } from '../../../src/apps/docs-site/reference/document.ts'

/** Fails when an answer is not the one that the contract has for its status. */
export function assertFits(openapi: OpenApi, entry: Entry, exchange: Exchange): void {
  const { content } = entry.responses?.[exchange.status] ?? {}
  const schema = jsonOf(content)
  if (!schema) return
  const local = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')) as object
  const [fits, errors] = Errors({ ...local(schema), $defs: local(openapi.components?.schemas) }, exchange.answer)
  assert.ok(fits, JSON.stringify(errors))
}
