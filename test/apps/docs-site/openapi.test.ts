import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openapiDocument } from '../../../src/apps/docs-site/openapi-files.ts'
import { features } from '../../../src/features/index.ts'
import { readConfig } from '../../../src/kernel/config.ts'

const committed = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  responses: Record<string, { content?: Record<string, unknown> }>
}
const document = JSON.parse(committed) as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
  webhooks: Record<string, { post: Operation }>
}

describe('openapi.json', () => {
  it('is the one that the routes give; renew it with `npm run cli -- openapi`', async () => {
    assert.equal(committed, await openapiDocument(features, readConfig({})))
  })

  it('is version 3.1 and names every endpoint of the specification', () => {
    assert.match(document.openapi, /^3\.1\./)
    for (const [method, path] of ENDPOINTS) assert.ok(document.paths[path]?.[method], `${method} ${path}`)
  })

  it('says of every operation what it is for, and answers every refusal with a documented shape', () => {
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`
        assert.ok(operation.operationId && operation.summary && operation.description, name)
        for (const [status, { content }] of Object.entries(operation.responses))
          if (Number(status) >= 400) assert.ok(Object.keys(content ?? {}).length, `${name} ${status}`)
      }
  })

  it('says of every operation who may call it: those that anybody may call have an empty list', () => {
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ security }) => {
        assert.ok(security, path)
        return security.length === 0 ? [path] : []
      }),
    )
    assert.deepEqual(open, ['/api/v1/enrolment/handover/open', '/healthz', '/healthz/live'])
    for (const { post } of Object.values(document.webhooks)) assert.deepEqual(post.security, [])
  })

  it('names its components, with no reference that leads nowhere', () => {
    const names = Object.keys(document.components.schemas)
    assert.deepEqual(
      names.filter((name) => name.startsWith('def-')),
      [],
    )
    for (const [, target] of committed.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      assert.ok(names.includes(target ?? ''), target)
  })

  it('has an operation id once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    assert.equal(new Set(ids).size, ids.length)
  })
})

const ENDPOINTS = [
  ['post', '/api/v1/enrolment/initialize'],
  ['post', '/api/v1/enrolment/document'],
  ['post', '/api/v1/enrolment/face'],
  ['post', '/api/v1/enrolment/complete'],
  ['get', '/api/v1/data/{sessionId}/status'],
  ['get', '/api/v1/data/{sessionId}/decision/results'],
  ['get', '/api/v1/data/{sessionId}/document/result'],
  ['get', '/api/v1/data/{sessionId}/face/result'],
  ['get', '/api/v1/data/{sessionId}/images'],
  ['get', '/api/v1/data/{sessionId}/images/{imageName}'],
  ['get', '/api/v1/data/session/list'],
  ['delete', '/api/v1/data/{sessionId}'],
] as const
