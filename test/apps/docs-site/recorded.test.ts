import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { entriesOf, type OpenApi, recorded } from '../../../src/apps/docs-site/reference/document.ts'
import { assertFits } from './fits.ts'

const openapi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as OpenApi

/** Streams without an end are described, not recorded. */
const UNRECORDED = ['followEnrolment']

describe('the recorded calls of the reference', () => {
  if (process.env.UPDATE_DOCS)
    it('are made again', async () => {
      const { record } = await import('./record.ts')
      const file = new URL('../../../src/apps/docs-site/reference/recorded.json', import.meta.url)
      writeFileSync(file, `${JSON.stringify(await record(), null, 1)}\n`)
    })

  for (const entry of entriesOf(openapi).filter(({ id }) => !UNRECORDED.includes(id)))
    it(`${entry.id} answers as the contract has it`, () => {
      const exchange = recorded[entry.id]
      assert.ok(exchange, 'run UPDATE_DOCS=1 npm test -- test/apps/docs-site/recorded.test.ts')
      const known = (entry.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
      for (const name of new URLSearchParams(exchange.query).keys()) assert.ok(known.includes(name), `no query ${name}`)
      assertFits(openapi, entry, exchange)
    })
})
