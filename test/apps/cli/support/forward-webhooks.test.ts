import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { verifyWebhook } from '../../../../packages/client/src/webhook.ts'
import { type Forwarded, forwardEvents } from '../../../../src/apps/cli/support/forward-webhooks.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { isHttpUrl } from '../../../../src/platform/cli/usage.ts'
import { freshSession } from '../../../storage/sample.ts'
import { TEST_TENANT } from '../../../support/databases.ts'
import { commandLine } from '../command-line.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('events that are forwarded to a local address', () => {
  const limen = commandLine()
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.close()
    limen.remove()
  })

  const happened = async (storage: Storage, mode: 'test' | 'live', notBefore?: Date) => {
    const session = freshSession({ tenant: TEST_TENANT.id, mode, request: { externalId: 'order-7' } })
    await storage.sessions.create(session)
    const event = { type: 'status', status: 'EXPIRED', ...(notBefore && { notBefore }) } as const
    assert.ok(await storage.sessions.save({ ...session, status: 'EXPIRED' }, { events: [event] }))
    return session.id
  }

  it('are those of test mode from now on, signed, whatever becomes of their own delivery', async () => {
    await limen.stored(async (storage) => {
      await storage.tenants.create(TEST_TENANT)
      await happened(storage, 'test')
      const config = { ...readConfig({}), webhookSecret: [SECRET] }
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
      const stop = new AbortController()
      const sent: Forwarded[] = []
      const listening = Promise.withResolvers<void>()
      const ports = {
        ...storage,
        clock: () => new Date(),
        // Tells when the listener has seen what was there before.
        outbox: {
          ...storage.outbox,
          list: async (...asked: Parameters<Storage['outbox']['list']>) => {
            const found = await storage.outbox.list(...asked)
            listening.resolve()
            return found
          },
        },
      }
      const done = forwardEvents(ports, config, { tenant: TEST_TENANT.id, url }, stop.signal, (each) => {
        sent.push(each)
        stop.abort()
      })
      await listening.promise
      await happened(storage, 'live')
      await happened(storage, 'test', new Date(Date.now() + 3_600_000))
      const sessionId = await happened(storage, 'test')
      await done
      assert.deepEqual(
        sent.map(({ at, id, ...rest }) => rest),
        [{ type: 'session.expired', sessionId, status: 'EXPIRED', answered: 204 }],
      )
      const [call] = received
      assert.ok(call && received.length === 1)
      const event = await verifyWebhook(call.headers, call.body, SECRET)
      assert.deepEqual([event.type, event.sessionId, event.externalId], ['session.expired', sessionId, 'order-7'])
    })
  })

  it('go to http and https alone', () => {
    assert.ok(isHttpUrl('http://localhost:3000/hook') && isHttpUrl('https://localhost/'))
    for (const wrong of ['localhost:3000', 'file:///etc/passwd', '/hook', '']) assert.equal(isHttpUrl(wrong), false)
  })
})
