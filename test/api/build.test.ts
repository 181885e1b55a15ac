import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { entriesOf, type OpenApi, recorded } from '../../src/apps/docs-site/reference/document.ts'
import type { DocumentResult } from '../../src/kernel/results/contract/results.ts'
import { assertFits } from '../apps/docs-site/fits.ts'
import { recordSession } from '../apps/docs-site/record.ts'
import { type Stage, startStage } from '../e2e/support/stage.ts'

const openapi = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApi

describe('the service as it is built', () => {
  let stage: Stage
  before(async () => {
    stage = await startStage({
      built: true,
      settings: { asksConsent: true },
      environment: { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ENGINE_SECONDS: '120' },
    })
  })
  after(() => stage?.close())

  it('finds its pages, its guides and their pictures', async () => {
    for (const path of ['/web-enrolment', '/console', '/demo', '/docs', '/docs/style.css', '/docs/search.json']) {
      const answer = await fetch(`${stage.base}${path}`)
      assert.equal(answer.status, 200, path)
      assert.ok((await answer.text()).length > 200, path)
    }
    for (const path of [
      '/docs/guides/operations',
      '/docs/guides/packages/client',
      '/docs/browser/search.js',
      '/embed.js',
    ])
      assert.equal((await fetch(`${stage.base}${path}`)).status, 200, path)
  })

  it('answers every operation of a session as the contract has it', async () => {
    const recording = await recordSession(stage)
    assert.ok(Object.keys(recording).length > 20)
    const entries = new Map(entriesOf(openapi).map((entry) => [entry.id, entry]))
    for (const [id, exchange] of Object.entries(recording)) {
      const entry = entries.get(id)
      assert.ok(entry, id)
      assert.equal(exchange.status, recorded[id]?.status, id)
      assertFits(openapi, entry, exchange)
    }
    const document = recording.readDocumentResult?.answer as DocumentResult
    assert.equal(document.documentType, 'PASSPORT')
    assert.equal(document.country, 'UTO')
  })
})
