import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { validateLazily } from '../../../src/platform/http/validate-lazily.ts'

describe('requests checked lazily', () => {
  const shared = { $id: 'Name', type: 'string', minLength: 3 }
  const open = () => {
    const app = fastify({ schemaController: { compilersFactory: { buildValidator: validateLazily } } })
    app.addSchema(shared)
    return app
  }
  const body = { type: 'object', required: ['name'], properties: { name: { $ref: 'Name#' } } }

  it('are refused with the same sentence, at the first time as later, in every application of the process', async () => {
    for (const app of [open(), open()]) {
      app.post('/', { schema: { body } }, () => 'taken')
      for (const [name, status] of [
        ['Al', 400],
        ['Ann', 200],
        ['Al', 400],
      ] as const) {
        const answer = await app.inject({ method: 'POST', url: '/', body: { name } })
        assert.equal(answer.statusCode, status)
        if (status === 400) assert.equal(answer.json().message, 'body/name must NOT have fewer than 3 characters')
      }
    }
  })

  it('are worked out when a route is first asked', async () => {
    const app = open()
    app.get('/', () => 'here')
    app.post('/', { schema: { body: { $ref: 'nowhere#' } } }, () => 'taken')
    await app.ready()
    assert.equal((await app.inject('/')).statusCode, 200)
    assert.equal((await app.inject({ method: 'POST', url: '/', body: {} })).statusCode, 500)
  })
})
