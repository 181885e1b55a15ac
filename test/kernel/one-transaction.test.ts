import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { defaultPolicy, tryPolicy, usePolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { deleteSession } from '../../src/kernel/erasure/erase.ts'
import { sweep } from '../../src/kernel/operations/sweep.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import { completeSession } from '../../src/kernel/session/complete-session.ts'
import { createSession } from '../../src/kernel/session/create-session.ts'
import { freshSession } from '../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../support/databases.ts'
import { passportPage, selfie, withRule } from './decision/genuine.ts'
import { portsOf } from './tenants/decided-sessions.ts'

const cutPower = async (): Promise<never> => {
  throw new Error('power cut')
}
const TOKEN_MINUTES = 60
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

onEveryDatabase((place) => {
  let ports: Ports
  /** The same ports in a process that dies as soon as it would write an entry of the audit log by itself. */
  let dying: Ports
  before(async () => {
    ports = portsOf(await place.open())
    dying = { ...ports, audit: { ...ports.audit, record: cutPower } }
  })
  const trailOf = async (sessionId: string) =>
    (await ports.audit.list({ sessionId }, 10)).map(({ actor, action }) => `${actor} ${action}`)

  describe('a session and what is told of it', () => {
    it('begin in one write', async () => {
      const wanted = { request: {}, mode: 'test', actor: 'credential:shop', validMinutes: 60 } as const
      const created = await createSession(dying, TEST_TENANT, wanted)
      assert.ok(created.ok)
      assert.deepEqual(await trailOf(created.value.id), ['credential:shop session.create'])
    })

    it('are completed in one write', async () => {
      const session = await ready(ports)
      assert.ok((await completeSession(dying, { tenant: 'acme', sessionId: session.id })).ok)
      assert.deepEqual(await trailOf(session.id), ['token session.complete'])
    })

    it('expire in one write', async () => {
      const { id } = await stored(ports, { createdAt: ago(2), expiresAt: ago(1) })
      await sweep(dying, TOKEN_MINUTES)
      assert.equal((await ports.sessions.load('acme', id))?.status, 'EXPIRED')
      assert.deepEqual(await trailOf(id), ['system session.expire'])
    })

    it('are erased with the name of whoever asked, in one write', async () => {
      const { id } = await stored(ports)
      assert.ok(await deleteSession(dying, { tenant: 'acme', mode: 'test', actor: 'credential:shop' }, id))
      assert.deepEqual(await trailOf(id), ['credential:shop session.erased', 'credential:shop session.delete'])
    })

    it('are erased after their time in one write', async () => {
      const { id } = await stored(ports, { createdAt: ago(5000), expiresAt: ago(4999), status: 'EXPIRED' })
      assert.equal((await sweep(dying, TOKEN_MINUTES)).retired, 1)
      assert.deepEqual(await trailOf(id), ['system session.erased', 'system session.retire'])
    })
  })

  describe('what a session is recognised by', () => {
    it('is not kept of one that was not completed after all', async () => {
      const watched = portsOf(
        await place.open({ defaultPolicy: withSha256(withRule('duplicateCheck', { enabled: true })) }),
      )
      const lost = await ready(watched)
      const cut = { ...watched, sessions: { ...watched.sessions, save: cutPower } }
      await assert.rejects(completeSession(cut, { tenant: 'acme', sessionId: lost.id }), /power cut/)

      const next = await ready(watched)
      await completeSession(watched, { tenant: 'acme', sessionId: next.id })
      const decided = await watched.sessions.load('acme', next.id)
      assert.deepEqual(decided?.decision?.evidence.duplicates, { documentNumber: [], documentPicture: [], face: [] })
    })

    it('is found by one of two that are completed at the same moment', async () => {
      const watched = portsOf(
        await place.open({ defaultPolicy: withSha256(withRule('duplicateCheck', { enabled: true })) }),
      )
      for (let round = 0; round < 5; round++) {
        const pair = [await ready(watched), await ready(watched)]
        await Promise.all(pair.map(({ id }) => completeSession(watched, { tenant: 'acme', sessionId: id })))
        const found = await Promise.all(pair.map(({ id }) => watched.sessions.load('acme', id)))
        const ids = pair.map(({ id }) => id)
        const seen = found.flatMap((session) => session?.decision?.evidence.duplicates?.documentNumber ?? [])
        assert.ok(
          seen.some((id) => ids.includes(id)),
          'neither saw the other',
        )
      }
    })
  })

  describe('the policy in use', () => {
    it('changes in one write with the entry that tells of it', async () => {
      const policy = withSha256({ ...defaultPolicy(), name: 'mild' })
      const change = { tenant: 'acme', actor: 'reviewer:chief', policy }
      await tryPolicy(ports, { ...change, mode: 'test' }, {})
      assert.ok((await usePolicy(dying, change)).ok)
      const [entry] = await ports.audit.search({ actions: ['policy.use'] }, { limit: 1 })
      assert.deepEqual([entry?.actor, entry?.detail?.to, entry?.detail?.tried], ['reviewer:chief', policy.sha256, true])
      const [use] = await ports.policies.history('acme', 10)
      assert.deepEqual([use?.actor, use?.policy.sha256], ['reviewer:chief', policy.sha256])
    })
  })
})

async function stored(ports: Ports, changes: Parameters<typeof freshSession>[0] = {}) {
  const session = freshSession(changes)
  await ports.sessions.create(session)
  return session
}

/** A session that only waits to be completed. */
const ready = (ports: Ports) => stored(ports, { document: { pages: [passportPage()] }, face: selfie() })
