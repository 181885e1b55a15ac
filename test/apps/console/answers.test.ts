import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify, { type RouteOptions } from 'fastify'
import { features } from '../../../src/features/index.ts'
import { consoleRoutes } from '../../../src/kernel/http/console.ts'
import type { HttpContext } from '../../../src/kernel/http/context.ts'
import { signIn, startConsole } from './console.ts'

describe('answers to the console', () => {
  it('have a schema on every route', async () => {
    const routes: RouteOptions[] = []
    const app = Fastify()
    app.addHook('onRoute', (route) => {
      routes.push(route)
    })
    // Nothing is asked of it: routes are only declared.
    const context = { ports: {}, settings: { maxImageBytes: 1, baseUrl: 'http://localhost' } } as unknown as HttpContext
    await app.register(consoleRoutes(context, features))
    const declared = routes.filter(({ method }) => method !== 'HEAD')
    const bare = declared.filter(({ schema }) => {
      const response = (schema?.response ?? {}) as Record<string, unknown>
      return !Object.keys(response).some((status) => status.startsWith('2'))
    })
    assert.ok(declared.length > 45, `${declared.length} routes`)
    assert.deepEqual(
      bare.map(({ method, url }) => `${method} ${url}`),
      [],
    )
  })

  it('hold nothing that the schema does not name', async () => {
    const test = await startConsole()
    try {
      const counted = { step: 'front', about: 'reached', value: '', device: 'phone', language: 'en', times: 3 }
      test.ports.figures.captures = async () => [{ ...counted, sessionId: 'nobody is to see this' } as never]
      const chief = await signIn(test, 'chief')
      const answer = await chief.call('GET', 'overview')
      assert.deepEqual(answer.json<{ captures: unknown }>().captures, [counted])
    } finally {
      await test.close()
    }
  })
})
