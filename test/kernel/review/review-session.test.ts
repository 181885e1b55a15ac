import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { explain, explainCase } from '../../../src/kernel/results/explain.ts'
import { claimCase, releaseCase } from '../../../src/kernel/review/claim-case.ts'
import { reviewSession } from '../../../src/kernel/review/review-session.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { doubtful, portsOf, store } from '../tenants/decided-sessions.ts'

const ada = { username: 'ada', role: 'reviewer' } as const
const ben = { username: 'ben', role: 'reviewer' } as const
const chief = { username: 'chief', role: 'admin' } as const

onEveryDatabase((place) => {
  let ports: Ports
  let now = new Date('2026-06-15T12:00:00Z')
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  before(async () => {
    const clock = () => now
    ports = portsOf(await place.open({ clock }), clock)
  })

  describe('a review', () => {
    it('approves a waiting session, with name, time and reason on record and a webhook in line', async () => {
      const { id } = await store(ports, doubtful())
      const outcome = await reviewSession(ports, ada, id, {
        verdict: 'approve',
        reason: 'The scan is plainly genuine.',
      })
      assert.deepEqual(outcome, { ok: true, value: { status: 'MANUAL_APPROVED', isSettled: true } })

      const session = await ports.sessions.load('acme', id)
      assert.equal(session?.status, 'MANUAL_APPROVED')
      assert.equal(session?.decision?.outcome, 'refer', 'a review changes the status, never the decision')
      assert.deepEqual(await ports.reviews.of(id), [
        { reviewer: 'ada', verdict: 'approve', reason: 'The scan is plainly genuine.', at: now },
      ])
      const events = (await ports.outbox.list('acme', 'pending', 100)).filter(({ sessionId }) => sessionId === id)
      assert.deepEqual(
        events.map(({ status }) => status),
        ['MANUAL_APPROVED', 'WAITING_FOR_MANUAL_APPROVE'],
      )
      const [entry] = await ports.audit.list({ sessionId: id }, 1)
      assert.equal(entry?.actor, 'reviewer:ada')
      assert.equal(entry?.action, 'review.approve')
    })

    it('never changes a final state', async () => {
      const { id } = await store(ports, doubtful())
      await reviewSession(ports, ada, id, { verdict: 'reject', reason: 'The picture was edited.' })
      const again = await reviewSession(ports, ben, id, { verdict: 'approve', reason: 'I think otherwise.' })
      assert.deepEqual(again, { ok: false, refusal: 'NOT_WAITING', status: 'MANUAL_REJECTED' })
      const { id: approved } = await store(ports)
      const untouched = await reviewSession(ports, ben, approved, { verdict: 'reject', reason: 'I think otherwise.' })
      assert.deepEqual(untouched, { ok: false, refusal: 'NOT_WAITING', status: 'AUTO_APPROVED' })
      assert.equal((await ports.reviews.of(id)).length, 1)
    })

    it('is counted once when two reviewers settle the same case at the same moment', async () => {
      const { id } = await store(ports, doubtful())
      const outcomes = await Promise.all([
        reviewSession(ports, ada, id, { verdict: 'approve', reason: 'Fine.' }),
        reviewSession(ports, ben, id, { verdict: 'reject', reason: 'Not fine.' }),
      ])
      assert.equal(outcomes.filter(({ ok }) => ok).length, 1)
      assert.equal((await ports.reviews.of(id)).length, 1)
    })

    it('does not know an unknown session', async () => {
      const unknown = '00000000-0000-4000-8000-00000000dead'
      const outcome = await reviewSession(ports, ada, unknown, { verdict: 'approve', reason: 'Fine.' })
      assert.deepEqual(outcome, { ok: false, refusal: 'NOT_FOUND' })
      assert.equal((await claimCase(ports, ada, unknown)).ok, false)
    })
  })

  describe('a claim', () => {
    it('keeps a case from other reviewers until it runs out', async () => {
      const { id } = await store(ports, doubtful())
      const mine = await claimCase(ports, ada, id)
      assert.ok(mine.ok)
      assert.deepEqual(mine.value, { reviewer: 'ada', until: new Date(now.getTime() + 15 * 60_000) })

      const refused = { ok: false, refusal: 'CASE_CLAIMED', claim: mine.value }
      assert.deepEqual(await claimCase(ports, ben, id), refused)
      assert.deepEqual(await reviewSession(ports, ben, id, { verdict: 'approve', reason: 'Fine.' }), refused)

      later(15)
      assert.equal((await claimCase(ports, ben, id)).ok, true)
      assert.equal((await reviewSession(ports, ben, id, { verdict: 'approve', reason: 'Fine.' })).ok, true)
    })

    it('is renewed by its reviewer, and given to one of many who ask at once', async () => {
      const { id } = await store(ports, doubtful())
      const outcomes = await Promise.all([ada, ben, chief].map((reviewer) => claimCase(ports, reviewer, id)))
      assert.equal(outcomes.filter(({ ok }) => ok).length, 1)
      const holder = [ada, ben, chief][outcomes.findIndex(({ ok }) => ok)]
      assert.ok(holder)
      later(10)
      const renewed = await claimCase(ports, holder, id)
      assert.ok(renewed.ok)
      assert.deepEqual(renewed.value.until, new Date(now.getTime() + 15 * 60_000))
    })

    it('is given back by its reviewer or by an admin, and by nobody else', async () => {
      const { id } = await store(ports, doubtful())
      await claimCase(ports, ada, id)
      assert.equal(await releaseCase(ports, ben, id), false)
      assert.equal(await releaseCase(ports, ada, id), true)
      await claimCase(ports, ada, id)
      assert.equal(await releaseCase(ports, chief, id), true)
      assert.equal((await claimCase(ports, ben, id)).ok, true)
    })

    it('is refused for a session that does not wait', async () => {
      const { id } = await store(ports)
      assert.deepEqual(await claimCase(ports, ada, id), { ok: false, refusal: 'NOT_WAITING', status: 'AUTO_APPROVED' })
    })

    it('goes with the session when that is erased', async () => {
      const { id } = await store(ports, doubtful())
      await claimCase(ports, ada, id)
      await ports.sessions.beginErasure('acme', id)
      await ports.sessions.finishErasure(id)
      assert.equal(await ports.reviews.claimOf(id, now), undefined)
    })
  })

  describe('the queue', () => {
    it('lists what waits, longest first, with who has it in hand', async () => {
      const storage = await place.open({ clock: () => now })
      const own = portsOf(storage, () => now)
      const first = await store(own, doubtful())
      const second = await store(own, { ...doubtful(), today: '2026-06-16' })
      await store(own)
      await claimCase(own, ada, second.id)

      const { total, cases } = await own.reviews.waiting(now, { offset: 0, limit: 10 }, { mode: 'test' })
      assert.equal(total, 2)
      const decided = { score: first.decision?.score, cause: 'editedPicture' }
      const passport = {
        tenant: 'acme',
        mode: 'test',
        documentType: 'PASSPORT',
        country: 'UTO',
        isRisky: true,
        ...decided,
      }
      assert.deepEqual(cases, [
        { ...passport, sessionId: first.id, since: first.completedAt },
        {
          ...passport,
          sessionId: second.id,
          since: second.completedAt,
          claim: { reviewer: 'ada', until: new Date(now.getTime() + 15 * 60_000) },
        },
      ])
      const page = await own.reviews.waiting(now, { offset: 1, limit: 1 }, { mode: 'test' })
      assert.deepEqual(
        page.cases.map(({ sessionId }) => sessionId),
        [second.id],
      )
      await reviewSession(own, ada, second.id, { verdict: 'reject', reason: 'Edited.' })
      assert.equal((await own.reviews.waiting(now, { offset: 0, limit: 10 }, { mode: 'test' })).total, 1)
    })
  })

  describe('an explanation', () => {
    it('is for the reviewer while the case waits, and for the integrator once it is settled', async () => {
      const { id } = await store(ports, doubtful())
      const reader = { tenant: 'acme', mode: 'test', actor: 'credential:test' } as const
      assert.deepEqual(await explain(ports, reader, id), {
        ok: false,
        refusal: 'RESULTS_NOT_READY',
        status: 'WAITING_FOR_MANUAL_APPROVE',
      })
      const early = await explainCase(ports, ada, id)
      assert.ok(early.ok)
      assert.match(early.value.reasons.join(' '), /picture editor/)

      await reviewSession(ports, ada, id, { verdict: 'reject', reason: 'Edited.' })
      const settled = await explain(ports, reader, id)
      assert.ok(settled.ok)
      assert.deepEqual(
        settled.value.reviews.map(({ reviewer, verdict }) => [reviewer, verdict]),
        [['ada', 'reject']],
      )
      assert.equal((await explain(ports, { tenant: 'other', mode: 'test', actor: 'credential:x' }, id)).ok, false)
    })
  })
})
