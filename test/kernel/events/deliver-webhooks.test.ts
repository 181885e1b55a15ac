import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { submitDocument } from '../../../src/features/document/submit-document.ts'
import { submitFace } from '../../../src/features/selfie/submit-face.ts'
import { accept } from '../../../src/formats/result.ts'
import { deleteSession } from '../../../src/kernel/erasure/erase.ts'
import {
  eventTypeOf,
  gapAfter,
  openDelivery,
  type Post,
  signHeaders,
  type WebhookSettings,
} from '../../../src/kernel/events/deliver-webhooks.ts'
import { readWebhookSecrets } from '../../../src/kernel/events/webhook-secret.ts'
import { rotateWebhookSecret } from '../../../src/kernel/events/webhooks.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import type { Tenant } from '../../../src/kernel/ports/tenants.ts'
import { completeSession } from '../../../src/kernel/session/complete-session.ts'
import { createSession } from '../../../src/kernel/session/create-session.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import { createTenant } from '../../../src/kernel/tenants/tenants.ts'
import { listCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import { type DatabasePlace, onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'
import { noTeaching } from '../../support/no-teaching.ts'
import { passportPage, selfie } from '../decision/genuine.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const settings = { url: 'https://receiver.example/', secrets: [SECRET], owner: 'one' }
const DAY = 86_400_000

onEveryDatabase((place) => {
  describe('webhooks', () => {
    it('carry type, sessionId, status, tenant, mode and externalId, signed as Standard Webhooks says', async () => {
      const { ports } = await open(place)
      const id = await finished(ports, 'order-1042')
      const { post, calls } = recorder(204)
      assert.equal(await deliver(ports, settings, post), 1)
      const [call] = calls
      assert.ok(call)
      assert.deepEqual(JSON.parse(call.body), {
        type: 'session.completed',
        sessionId: id,
        status: 'AUTO_APPROVED',
        tenant: TEST_TENANT.id,
        mode: 'test',
        externalId: 'order-1042',
      })
      const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
      const signed = `${call.headers['webhook-id']}.${call.headers['webhook-timestamp']}.${call.body}`
      const expected = createHmac('sha256', key).update(signed).digest('base64')
      assert.equal(call.headers['webhook-signature'], `v1,${expected}`)
      assert.equal(await deliver(ports, settings, post), 0, 'delivered once is enough')
    })

    it('are tried again with growing gaps under the same id, until 2xx', async () => {
      const { ports, clock } = await open(place)
      await finished(ports)
      const { post, calls } = recorder(500, 302, new Error('no route'), 200)
      for (let attempt = 0; attempt < 4; attempt += 1) {
        assert.equal(await deliver(ports, settings, post), 1, `attempt ${attempt}`)
        assert.equal(await deliver(ports, settings, post), 0, 'not before its time')
        clock.now = new Date(clock.now.getTime() + gapAfter(attempt))
      }
      assert.equal(new Set(calls.map(({ headers }) => headers['webhook-id'])).size, 1)
      assert.deepEqual(await ports.outbox.backlog(), { pending: 0, failed: 0 })
    })

    it('are kept as failed after three days, and can be replayed', async () => {
      const { ports, clock } = await open(place)
      await finished(ports)
      const down = recorder(503)
      for (let day = 0; day < 4; day += 1) {
        await deliver(ports, settings, down.post)
        clock.now = new Date(clock.now.getTime() + DAY)
      }
      assert.deepEqual(await ports.outbox.backlog(), { pending: 0, failed: 1 })
      assert.equal(await deliver(ports, settings, down.post), 0)
      assert.equal(await ports.outbox.replay({ failed: true }, clock.now), 1)
      const up = recorder(200)
      assert.equal(await deliver(ports, settings, up.post), 1)
      assert.deepEqual(await ports.outbox.backlog(), { pending: 0, failed: 0 })
    })

    it('of a deleted session say that it was deleted, once, and nothing else of it', async () => {
      const { ports } = await open(place)
      const id = await finished(ports, 'order-7')
      const session = await ports.sessions.load(TEST_TENANT.id, id)
      assert.ok(session)
      await ports.sessions.save(session, { events: [{ type: 'status', status: 'MANUAL_APPROVED' }] })
      await deleteSession(ports, { tenant: TEST_TENANT.id, mode: 'test', actor: 'credential:test' }, id)
      const { post, calls } = recorder(200)
      await deliver(ports, settings, post)
      assert.deepEqual(
        calls.map(({ body }) => JSON.parse(body)),
        [{ type: 'session.deleted', sessionId: id, tenant: TEST_TENANT.id, mode: 'test' }],
      )
      assert.deepEqual(await ports.outbox.list(TEST_TENANT.id, undefined, 10), [], 'nothing is left of it')
    })

    it('that somebody wrote into the database past the service are not signed and not sent', async () => {
      const { ports, storage } = await open(place)
      const id = await finished(ports, 'order-8')
      const { post, calls } = recorder(200)
      await deliver(ports, settings, post)
      const { db } = storage.database
      const row = await db.selectFrom('outbox').selectAll().where('session_id', '=', id).executeTakeFirstOrThrow()
      const fresh = await createSession(ports, TEST_TENANT, {
        request: {},
        mode: 'test',
        actor: 'test',
        validMinutes: 60,
      })
      assert.ok(fresh.ok)
      const forged = { ...row, state: 'pending', attempts: 0, lease_owner: null, lease_until: null } as const
      await db
        .insertInto('outbox')
        .values([
          { ...forged, id: 'msg_forged-1', session_id: fresh.value.id },
          { ...forged, id: 'msg_forged-2', sequence: 9999, status: 'MANUAL_REJECTED' },
          { ...forged, id: 'msg_forged-3', sequence: 9998, mode: 'live' },
          // Of a session that never was: it would be said to be deleted.
          { ...forged, id: 'msg_forged-4', session_id: 'unknown' },
        ])
        .execute()
      const problems: unknown[] = []
      const delivery = openDelivery(ports, settings, post, (error) => problems.push(error))
      while ((await delivery.round()) > 0);
      assert.equal(calls.length, 1, 'the true one')
      assert.equal(problems.length, 4)
      assert.deepEqual(await ports.outbox.backlog(), { pending: 0, failed: 4 }, 'they stay to be looked at')
    })

    it('without an address are not sent, which is not delivered, and can be sent once there is one', async () => {
      const { ports, clock } = await open(place)
      const id = await finished(ports)
      const { post, calls } = recorder(204)
      await deliver(ports, { ...settings, url: undefined }, post)
      const [event] = await ports.outbox.list(TEST_TENANT.id, undefined, 10)
      assert.deepEqual(
        [event?.state, event?.attempts, event?.lastError],
        ['not-sent', 0, 'not sent: there is no address'],
      )
      assert.deepEqual(await ports.outbox.backlog(), { pending: 0, failed: 0 })
      assert.equal(await deliver(ports, settings, post), 0, 'it waits until somebody asks')
      assert.equal(await ports.outbox.replay({ sessionId: id }, clock.now), 1)
      await deliver(ports, settings, post)
      assert.equal(calls.length, 1)
      assert.equal((await ports.outbox.list(TEST_TENANT.id, 'delivered', 10)).length, 1)
    })

    it('of test sessions go to the demo where nobody else listens; live ones are not sent', async () => {
      const { ports } = await open(place)
      const tried = await finished(ports)
      const live = await finished(ports, undefined, TEST_TENANT, 'live')
      const { post, calls } = recorder(204)
      await deliver(ports, { secrets: [], owner: 'test', demoUrl: 'demo:inbox' }, post)
      assert.deepEqual(
        calls.map(({ body }) => JSON.parse(body).sessionId),
        [tried],
      )
      const events = await ports.outbox.list(TEST_TENANT.id, undefined, 10)
      assert.equal(events.find(({ sessionId }) => sessionId === live)?.state, 'not-sent')
    })

    it('of one tenant do not wait for the hanging receiver of another', async () => {
      const { ports } = await open(place)
      const hostile = {
        ...TEST_TENANT,
        id: 'hostile',
        settings: { ...TEST_TENANT.settings, webhookUrl: 'https://hang.example/' },
      }
      await ports.tenants.create(hostile)
      // More than there are places for events under way.
      const sessions = 45
      for (let made = 0; made < sessions; made++) await finished(ports, undefined, hostile)
      const hung = Promise.withResolvers<number>()
      const delivered: string[] = []
      const post: Post = async (url, _headers, body) => {
        if (url.includes('hang')) return hung.promise
        delivered.push(JSON.parse(body).sessionId)
        return 204
      }
      const delivery = openDelivery(ports, settings, post, (error) => assert.fail(String(error)))
      for (let round = 0; round < 3; round++) await delivery.round()
      const good = [await finished(ports), await finished(ports)]
      for (let round = 0; round < 2; round++) await delivery.round()
      assert.deepEqual(delivered.sort(), good.sort())
      hung.resolve(204)
      await delivery.settled()
    })

    it('are signed with the tenant’s own secret, and with two while it is changed', async () => {
      const { ports, clock } = await open(place)
      const made = await createTenant(ports, { id: 'fresh', name: 'Fresh', retentionDays: 90, actor: 'test' })
      assert.ok(made.ok)
      const { post, calls } = recorder(204)
      const signatures = async () => {
        await finished(ports, undefined, made.value)
        await deliver(ports, settings, post)
        const last = calls.at(-1)
        assert.ok(last)
        const tenant = await ports.tenants.load('fresh')
        const secrets = tenant ? await readWebhookSecrets(ports, settings.secrets, tenant) : []
        const id = last.headers['webhook-id'] ?? ''
        assert.equal(
          last.headers['webhook-signature'],
          signHeaders(id, clock.now, last.body, secrets)['webhook-signature'],
        )
        return secrets.map(({ secret }) => secret)
      }
      const [first, ...none] = await signatures()
      assert.deepEqual(none, [])
      assert.notEqual(first, SECRET, 'the installation’s would let one tenant sign as another')
      await rotateWebhookSecret(ports, { tenant: 'fresh', actor: 'test' })
      const [second, withFirst] = await signatures()
      assert.notEqual(second, first)
      assert.equal(withFirst, first)
      clock.now = new Date(clock.now.getTime() + 7 * DAY)
      assert.deepEqual(await signatures(), [second])
      await rotateWebhookSecret(ports, { tenant: 'fresh', actor: 'test', only: true })
      assert.equal((await signatures()).length, 1, 'a secret that leaked signs no more')
    })

    it('of a tenant from before keep the installation’s secret until it is changed', async () => {
      const { ports } = await open(place)
      assert.deepEqual(await readWebhookSecrets(ports, settings.secrets, TEST_TENANT), [{ secret: SECRET }])
      const changed = await rotateWebhookSecret(ports, { tenant: TEST_TENANT.id, actor: 'test' })
      assert.ok(changed.ok)
      const [own, before] = await readWebhookSecrets(ports, settings.secrets, changed.value)
      assert.notEqual(own?.secret, SECRET)
      assert.equal(before?.secret, SECRET)
    })

    it('go to the tenant’s own address where it has one', async () => {
      const { ports } = await open(place)
      await ports.tenants.save({
        ...TEST_TENANT,
        settings: { ...TEST_TENANT.settings, webhookUrl: 'https://acme.example/hook' },
      })
      await finished(ports)
      const { post, calls } = recorder(200)
      await deliver(ports, settings, post)
      assert.deepEqual(
        calls.map(({ url }) => url),
        ['https://acme.example/hook'],
      )
    })
  })
})

describe('an event', () => {
  it('has a type by what happened', () => {
    for (const [event, type] of [
      [{ status: 'AUTO_APPROVED' }, 'session.completed'],
      [{ status: 'AUTO_REJECTED' }, 'session.completed'],
      [{ status: 'WAITING_FOR_MANUAL_APPROVE' }, 'session.completed'],
      [{ status: 'MANUAL_APPROVED' }, 'session.reviewed'],
      [{ status: 'MANUAL_REJECTED' }, 'session.reviewed'],
      [{ status: 'WAITING_FOR_MANUAL_APPROVE', action: 'NEW_PICTURE' }, 'session.picture_requested'],
      [{ status: 'EXPIRED' }, 'session.expired'],
      [{ status: 'EXPIRED', erased: true }, 'session.deleted'],
    ] as const)
      assert.equal(eventTypeOf(event), type)
  })
})

describe('a signature', () => {
  it('is verified by the library of Standard Webhooks, and not over another body or by another secret', () => {
    const body = '{"type": "session.completed"}'
    const headers = signHeaders('msg_1', new Date(), body, [{ secret: SECRET }])
    assert.deepEqual(new Webhook(SECRET).verify(body, headers), { type: 'session.completed' })
    assert.throws(() => new Webhook(SECRET).verify(`${body} `, headers))
    assert.throws(() => new Webhook(`whsec_${Buffer.alloc(24).toString('base64')}`).verify(body, headers))
  })

  it('is the one of the Standard Webhooks specification’s own example', () => {
    const headers = signHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1_614_265_330_000), '{"test": 2432232314}', [
      { secret: SECRET },
    ])
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })
})

/** One round, to its end. */
async function deliver(ports: Ports, webhooks: WebhookSettings, post: Post): Promise<number> {
  const delivery = openDelivery(ports, webhooks, post, (error) => assert.fail(String(error)))
  const events = await delivery.round()
  await delivery.settled()
  return events
}

async function open(place: DatabasePlace) {
  const clock = { now: new Date('2026-06-15T10:00:00Z') }
  const storage = await place.open({ clock: () => clock.now })
  const ports: Ports = { ...storage, engine, catalogue: listCatalogue(), clock: () => clock.now }
  return { ports, clock, storage }
}

const engine: Ports['engine'] = {
  ...noTeaching,
  readPage: async (picture) =>
    accept({ reading: passportPage(), images: { original_FRONT: picture }, hash: new Uint8Array() }),
  readFace: async (picture) =>
    accept({ reading: selfie(), images: { face_original: picture, face_cropped: picture }, hash: new Uint8Array() }),
  readChallenge: async () => ({ seen: { frames: [] }, images: {}, models: [] }),
  readStoredPortrait: async (picture) => ({ image: picture }),
  rewritePicture: async (picture) => ({ image: picture, hash: new Uint8Array() }),
  ready: () => true,
  close: async () => {},
}

async function finished(
  ports: Ports,
  externalId?: string,
  tenant: Tenant = TEST_TENANT,
  mode: Mode = 'test',
): Promise<string> {
  const request = externalId ? { externalId } : {}
  const created = await createSession(ports, tenant, { request, mode, actor: 'test', validMinutes: 60 })
  assert.ok(created.ok)
  const enrolment = { tenant: tenant.id, sessionId: created.value.id, mode } as const
  await submitDocument(ports, enrolment, { picture: Buffer.from('document'), source: 'api' }, { validDays: 14 })
  await submitFace(ports, enrolment, { picture: Buffer.from('face'), source: 'api' }, { validDays: 14 })
  assert.ok((await completeSession(ports, enrolment)).ok)
  return created.value.id
}

/** Answers in turn, the last one for ever, and remembers what it was sent. */
function recorder(...answers: (number | Error)[]) {
  const calls: { url: string; headers: Record<string, string>; body: string }[] = []
  const post: Post = async (url, headers, body) => {
    calls.push({ url, headers, body })
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (answer instanceof Error) throw answer
    return answer ?? 200
  }
  return { post, calls }
}
