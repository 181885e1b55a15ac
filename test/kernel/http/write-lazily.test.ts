import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { writeLazily } from '../../../src/platform/http/validate-lazily.ts'

describe('answers written lazily', () => {
  const shared = { $id: 'Person', type: 'object', properties: { name: { type: 'string' } } }
  const open = () => {
    const app = fastify({ schemaController: { compilersFactory: { buildSerializer: writeLazily } } })
    app.addSchema(shared)
    return app
  }

  it('hold what their schema names and nothing else, at the first time as later', async () => {
    const app = open()
    const schema = { response: { 200: { $ref: 'Person#' } } }
    app.get('/', { schema }, () => ({ name: 'Ann Fictional', password: 'never shown' }))
    for (const time of ['first', 'second'])
      assert.equal((await app.inject('/')).body, '{"name":"Ann Fictional"}', `the ${time} time`)
  })

  it('are worked out when a route first answers with that status', async () => {
    const app = open()
    app.get('/', { schema: { response: { 200: { $ref: 'Person#' }, 404: { $ref: 'nowhere#' } } } }, (request, reply) =>
      reply.code(request.query && 'lost' in (request.query as object) ? 404 : 200).send({ name: 'Ann Fictional' }),
    )
    await app.ready()
    assert.equal((await app.inject('/')).statusCode, 200)
    assert.equal((await app.inject('/?lost')).statusCode, 500)
  })
})
