import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countReached } from '../../../src/kernel/figures/funnel.ts'
import { sweep } from '../../../src/kernel/operations/sweep.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { readStatus } from '../../../src/kernel/results/read-results.ts'
import { createSession } from '../../../src/kernel/session/create-session.ts'
import { listCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import { type DatabasePlace, onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'
import { noTeaching } from '../../support/no-teaching.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const nothing = { erasuresFinished: 0, expired: 0, retired: 0, orphansAside: 0, orphansRemoved: 0 }

onEveryDatabase((place) => {
  describe('the sweep', () => {
    it('writes down what every read has already seen as EXPIRED, and tells the integrator once', async () => {
      const { ports, clock } = await open(place)
      const id = await newSession(ports)
      clock.now = new Date(clock.now.getTime() + HOUR)
      assert.equal(await readStatus(ports, { tenant: TEST_TENANT.id, mode: 'test' }, id), 'EXPIRED')
      assert.deepEqual(await sweep(ports, 60), { ...nothing, expired: 1 })
      assert.deepEqual(await sweep(ports, 60), nothing)
      const events = await ports.outbox.list(TEST_TENANT.id, undefined, 10)
      assert.deepEqual(
        events.map(({ sessionId, status }) => [sessionId, status]),
        [[id, 'EXPIRED']],
      )
    })

    it('finishes an erasure that a crash cut short', async () => {
      const { ports } = await open(place)
      const id = await newSession(ports)
      const object = await ports.images.put(id, Buffer.from('picture'))
      assert.equal(await ports.sessions.beginErasure(TEST_TENANT.id, id), true)
      // the process dies here: marked, and nothing else done
      assert.deepEqual(await sweep(ports, 60), { ...nothing, erasuresFinished: 1 })
      assert.equal(await ports.images.get(id, object), undefined)
      assert.deepEqual(await ports.sessions.halfErased(10), [])
    })

    it('erases by itself when the tenant’s retention is over', async () => {
      const { ports, clock } = await open(place)
      const id = await newSession(ports)
      clock.now = new Date(clock.now.getTime() + HOUR)
      await sweep(ports, 60)
      clock.now = new Date(clock.now.getTime() + 89 * DAY)
      assert.equal((await sweep(ports, 60)).retired, 0)
      clock.now = new Date(clock.now.getTime() + 2 * DAY)
      assert.equal((await sweep(ports, 60)).retired, 1)
      assert.equal(await readStatus(ports, { tenant: TEST_TENANT.id, mode: 'test' }, id), undefined)
      const [last] = await ports.audit.list({ sessionId: id }, 1)
      assert.ok(last)
      assert.equal(JSON.stringify(await ports.audit.list({ sessionId: id }, 10)).includes('picture'), false)
    })

    it('forgets counts that the overview no longer shows', async () => {
      const { ports, clock } = await open(place)
      const by = { device: 'phone', language: 'de' } as const
      await ports.figures.countCaptures(
        { tenant: TEST_TENANT.id, mode: 'test' },
        by,
        countReached('started'),
        clock.now,
      )
      const counted = async () => (await ports.figures.captures(new Date(0), { mode: 'test' })).length
      clock.now = new Date(clock.now.getTime() + 90 * DAY)
      await sweep(ports, 60)
      assert.equal(await counted(), 1)
      clock.now = new Date(clock.now.getTime() + 2 * DAY)
      await sweep(ports, 60)
      assert.equal(await counted(), 0)
    })

    it('forgets a signing key once the last token it signed has expired', async () => {
      const { ports, clock } = await open(place)
      const [first] = await ports.signingKeys.all()
      assert.ok(first)
      await ports.signingKeys.rotate(clock.now)
      clock.now = new Date(clock.now.getTime() + HOUR - 1000)
      await sweep(ports, 60)
      assert.ok(await ports.signingKeys.find(first.kid), 'its tokens are still good')
      clock.now = new Date(clock.now.getTime() + 2000)
      await sweep(ports, 60)
      assert.equal(await ports.signingKeys.find(first.kid), undefined)
    })
  })
})

async function open(place: DatabasePlace) {
  const clock = { now: new Date('2026-06-15T10:00:00Z') }
  const storage = await place.open({ clock: () => clock.now })
  const ports: Ports = { ...storage, engine, catalogue: listCatalogue(), clock: () => clock.now }
  return { ports, clock }
}

/** Nothing here is about pictures. */
const engine: Ports['engine'] = {
  ...noTeaching,
  readPage: async () => assert.fail('no picture is read'),
  readFace: async () => assert.fail('no picture is read'),
  readChallenge: async () => assert.fail('no picture is read'),
  readStoredPortrait: async (picture) => ({ image: picture }),
  rewritePicture: async () => assert.fail('no picture is read'),
  ready: () => true,
  close: async () => {},
}

async function newSession(ports: Ports): Promise<string> {
  const created = await createSession(ports, TEST_TENANT, {
    request: {},
    mode: 'test',
    actor: 'test',
    validMinutes: 60,
  })
  assert.ok(created.ok)
  return created.value.id
}
