import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { accept } from '../../../../src/formats/result.ts'
import { defaultPolicy, withSha256 } from '../../../../src/kernel/decision/change-policy.ts'
import type { Policy } from '../../../../src/kernel/decision/policy.ts'
import type { AuditEntry, AuditFilter, RecordedEntry } from '../../../../src/kernel/ports/audit.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../../src/kernel/storage/open.ts'
import { auditEntry, freshSession } from '../../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'

onEveryDatabase((place) => {
  let options: StorageOptions
  let storage: Storage
  let now = new Date()
  before(async () => {
    options = await place.options({ clock: () => now })
    storage = await place.open(options)
  })

  describe('credentials', () => {
    const credential = {
      username: 'shop',
      tenant: 'acme',
      mode: 'live' as const,
      passwordHash: 'ab'.repeat(32),
      createdAt: new Date(5),
    }

    it('are found by their username until they are revoked', async () => {
      await storage.credentials.create(credential)
      assert.deepEqual(await storage.credentials.find('shop'), credential)
      assert.equal(await storage.credentials.find('Shop'), undefined)
      assert.equal(await storage.credentials.revoke('shop', new Date(9)), true)
      assert.equal(await storage.credentials.revoke('shop', new Date(10)), false)
      assert.equal(await storage.credentials.find('shop'), undefined)
      assert.deepEqual(await storage.credentials.list('acme'), [{ ...credential, revokedAt: new Date(9) }])
      assert.deepEqual(await storage.credentials.list('other'), [])
    })

    it('never share a username, not even with one that was revoked', async () => {
      assert.equal(await storage.credentials.create(credential), false)
    })

    it('tell when they were last used, to the minute', async () => {
      await storage.credentials.create({ ...credential, username: 'till' })
      for (const at of [100_000, 100_500, 159_999]) await storage.credentials.touch('till', new Date(at))
      const lastUsed = async () =>
        (await storage.credentials.list()).find(({ username }) => username === 'till')?.lastUsedAt
      assert.deepEqual(await lastUsed(), new Date(100_000))
      await storage.credentials.touch('till', new Date(160_000))
      assert.deepEqual(await lastUsed(), new Date(160_000))
    })

    it('belong to a tenant that exists', async () => {
      await assert.rejects(storage.credentials.create({ ...credential, username: 'lost', tenant: 'nobody' }))
    })
  })

  describe('signing keys', () => {
    it('are made at first use and shared by all nodes; a key another node made is found at once', async (t) => {
      const other = await openStorage(options)
      t.after(() => other.close())
      const [first, ...rest] = await storage.signingKeys.all()
      assert.deepEqual(rest, [])
      assert.equal(first?.secret.length, 32)
      assert.deepEqual(await other.signingKeys.all(), [first])

      now = new Date(now.getTime() + 1000)
      const second = await other.signingKeys.rotate(now)
      assert.deepEqual(await storage.signingKeys.find(second.kid), second)
      assert.equal(await storage.signingKeys.find('no-such-kid'), undefined)
      const [newest, older] = await storage.signingKeys.all()
      assert.equal(newest?.kid, second.kid)
      assert.deepEqual([older?.kid, older?.retiredAt], [first?.kid, now])

      await storage.signingKeys.prune(now)
      assert.equal((await storage.signingKeys.all()).length, 2)
      await storage.signingKeys.prune(new Date(now.getTime() + 1))
      assert.deepEqual(
        (await storage.signingKeys.all()).map(({ kid }) => kid),
        [second.kid],
      )
    })
  })

  describe('secrets', () => {
    it('are made once, also when several ask at once, and stay', async (t) => {
      const other = await openStorage(options)
      t.after(() => other.close())
      const asked = await Promise.all([storage, other, storage, other].map(({ secrets }) => secrets.get('webhook')))
      assert.equal(new Set(asked.map((secret) => Buffer.from(secret).toString('hex'))).size, 1)
      assert.notDeepEqual(await storage.secrets.get('another'), asked[0])
    })
  })

  describe('tenants', () => {
    it('are created once and keep what is saved', async () => {
      const tenant = { ...TEST_TENANT, id: 'second', name: 'Second' }
      assert.equal(await storage.tenants.create(tenant), true)
      assert.equal(await storage.tenants.create({ ...tenant, name: 'Other' }), false)
      assert.deepEqual(await storage.tenants.load('second'), tenant)
      const changed = { ...tenant, settings: { ...tenant.settings, retentionDays: 7 } }
      await storage.tenants.save(changed)
      assert.deepEqual(await storage.tenants.load('second'), changed)
      assert.equal(await storage.tenants.load('nobody'), undefined)
    })
  })

  describe('policies', () => {
    it('are the default until a tenant has its own, and every one that decided stays', async () => {
      const own = withSha256({ ...defaultPolicy(), version: 'own' })
      assert.deepEqual(await storage.policies.current('acme'), defaultPolicy())
      await storage.policies.keep(defaultPolicy())
      const use = (policy: Policy, at: Date) =>
        storage.policies.use('acme', policy, auditEntry('policy.use', { at, actor: 'reviewer:chief' }))
      await use(own, now)
      assert.deepEqual(await storage.policies.current('acme'), own)
      const next = withSha256({ ...defaultPolicy(), version: 'next' })
      await use(next, new Date(now.getTime() - 5000)) // on a node whose clock is behind
      assert.deepEqual(await storage.policies.current('acme'), next)
      const history = await storage.policies.history('acme', 10)
      assert.deepEqual(
        history.map(({ actor, policy }) => [actor, policy]),
        [next, own].map((policy) => ['reviewer:chief', policy]),
      )
      assert.deepEqual(await storage.policies.current('second'), defaultPolicy())
      assert.deepEqual(await storage.policies.bySha256(defaultPolicy().sha256), defaultPolicy())
      assert.equal(await storage.policies.bySha256('unknown'), undefined)
    })
  })

  describe('reviewers', () => {
    it('see the sessions of the tenants they are bound to, or all', async () => {
      await storage.reviewers.create({ username: 'bound', passwordHash: 'x', role: 'reviewer', tenants: ['acme'] })
      const seen = async () => await storage.reviewers.byUsername('bound')
      const bound = await seen()
      assert.deepEqual(bound?.tenants, ['acme'])
      await storage.reviewers.change(bound.id, { tenants: 'all' })
      assert.equal((await seen())?.tenants, undefined)
      await storage.reviewers.change(bound.id, { tenants: ['acme', 'with a "quote"'] })
      assert.deepEqual((await seen())?.tenants, ['acme', 'with a "quote"'])
      const waiting = (tenants?: string[]) =>
        storage.reviews.waiting(new Date(), { offset: 0, limit: 10 }, { tenants, mode: 'test' })
      const session = freshSession({ status: 'WAITING_FOR_MANUAL_APPROVE', completedAt: new Date() })
      await storage.sessions.create(session)
      assert.deepEqual((await waiting(['acme'])).cases, (await waiting()).cases)
      assert.equal((await waiting(['acme'])).total, 1)
      assert.deepEqual(await waiting(['other']), { total: 0, cases: [] })
      assert.deepEqual(await waiting([]), { total: 0, cases: [] })
      const edges = [1000]
      for (const tenants of [['other'], []]) {
        assert.deepEqual(await storage.figures.perDay(new Date(0), { tenants, mode: 'test' }), [])
        const none = { automatic: [0, 0], reviewed: [0, 0] }
        assert.deepEqual(await storage.figures.timesToDecide(new Date(0), edges, { tenants, mode: 'test' }), none)
        assert.deepEqual(await storage.figures.refusals(new Date(0), { tenants, mode: 'test' }), [])
        assert.deepEqual(await storage.outbox.backlog({ tenants }), { pending: 0, failed: 0 })
        const page = { limit: 10, countTo: 10 }
        assert.deepEqual(await storage.sessionSearch.find({ mode: 'test', tenants }, page), { total: 0, rows: [] })
      }
      const { rows } = await storage.sessionSearch.find({ mode: 'test', tenants: ['acme'] }, { limit: 10, countTo: 10 })
      assert.ok(rows.some(({ id }) => id === session.id))
    })

    it('are locked, unlocked, given a second factor and disabled', async () => {
      const { reviewers } = storage
      assert.equal(await reviewers.create({ username: 'ada', passwordHash: 'hash', role: 'reviewer' }), true)
      assert.equal(await reviewers.create({ username: 'ada', passwordHash: 'other', role: 'admin' }), false)
      const { id = '' } = (await reviewers.byUsername('ada')) ?? {}
      await reviewers.countFailedSignIn(id, 1, new Date(70))
      await reviewers.countFailedSignIn(id, 2, new Date(75), new Date(77))
      await reviewers.change(id, { totpSecret: Buffer.from('seed') })
      await reviewers.change(id, { role: 'admin' })
      const locked = await reviewers.byUsername('ada')
      assert.deepEqual([locked?.failedCount, locked?.lockedUntil, locked?.role], [2, new Date(77), 'admin'])
      assert.deepEqual(locked?.failedAt, new Date(75))
      assert.equal(Buffer.from(locked?.totpSecret ?? []).toString(), 'seed')
      await reviewers.forgetFailedSignIns(id)
      await reviewers.change(id, { totpSecret: 'none' })
      await reviewers.change(id, { passwordHash: 'hash 2' })
      await reviewers.create({ username: 'zoe', passwordHash: 'hash', role: 'admin' })
      assert.deepEqual(await reviewers.change(id, { disabled: true }), accept(undefined))
      const [ada] = await reviewers.list()
      assert.deepEqual(ada, {
        id,
        username: 'ada',
        passwordHash: 'hash 2',
        role: 'admin',
        failedCount: 0,
        createdAt: ada?.createdAt,
        disabledAt: now,
      })
    })
  })

  describe('the audit log', () => {
    it('is read newest first, by tenant and by session, page after page', async () => {
      const steps = ['session.create', 'read.evidence', 'read.case', 'read.image', 'session.complete'] as const
      for (const [index, action] of steps.entries()) {
        await storage.audit.record({
          at: new Date(index),
          tenant: 'acme',
          actor: 'token',
          action,
          sessionId: 's1',
        })
      }
      const detail = { wrong: 3 }
      await storage.audit.record({
        at: new Date(),
        tenant: 'acme',
        actor: 'system',
        action: 'sessions.recount',
        detail,
      })
      const first = await storage.audit.list({ sessionId: 's1' }, 3)
      assert.deepEqual(
        first.map(({ action }) => action),
        ['session.complete', 'read.image', 'read.case'],
      )
      const rest = await storage.audit.list({ sessionId: 's1', before: first.at(-1)?.id ?? '' }, 3)
      assert.deepEqual(
        rest.map(({ action }) => action),
        ['read.evidence', 'session.create'],
      )
      const [latest] = await storage.audit.list({ tenant: 'acme' }, 1)
      assert.deepEqual(latest?.detail, detail)
    })

    it('is searched by actor, action, session and time, newest first, with no entry twice', async () => {
      const at = Date.UTC(2021, 0, 1)
      for (let count = 0; count < 30; count++) {
        await storage.audit.record({
          at: new Date(at + (count >> 2) * 1000),
          tenant: 'acme',
          actor: count % 2 ? 'reviewer:eve' : 'reviewer:mallory',
          action: count % 3 ? 'read.case' : 'read.image',
          sessionId: `session-${count % 5}`,
        })
      }
      const span = { from: new Date(at), before: new Date(at + 60_000) }
      const all = await storage.audit.search(span, { limit: 100 })
      assert.equal(all.length, 30)
      assert.deepEqual(
        all,
        all.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)),
      )
      const [first, second] = [await storage.audit.search(span, { limit: 13 }), all.slice(13)]
      const last = first.at(-1)
      assert.ok(last)
      assert.deepEqual(await storage.audit.search(span, { after: last, limit: 100 }), second)
      const is = async (filter: AuditFilter, fits: (entry: RecordedEntry) => boolean) =>
        assert.deepEqual(await storage.audit.search({ ...span, ...filter }, { limit: 100 }), all.filter(fits))
      await is({ actors: ['reviewer:eve'] }, ({ actor }) => actor === 'reviewer:eve')
      await is({ actors: ['reviewer:eve', 'reviewer:mallory'], actions: ['read.image', 'read.case'] }, () => true)
      await is({ actions: ['read.image'] }, ({ action }) => action === 'read.image')
      await is({ sessionId: 'session-3' }, ({ sessionId }) => sessionId === 'session-3')
      await is({ from: new Date(at + 3000) }, (entry) => entry.at.getTime() >= at + 3000)
      await is({ actors: ['reviewer:nobody'] }, () => false)
    })

    it('cannot be changed or shortened, not even past this program', async () => {
      const { db } = storage.database
      await assert.rejects(db.updateTable('audit').set({ actor: 'nobody' }).execute(), /append-only/)
      await assert.rejects(db.deleteFrom('audit').execute(), /append-only/)
    })
  })

  describe('the reviews of a session', () => {
    it('cannot be changed, and go with the session only', async () => {
      const session = freshSession({ status: 'WAITING_FOR_MANUAL_APPROVE' })
      await storage.sessions.create(session)
      const review = { reviewer: 'ada', verdict: 'reject' as const, reason: 'a copy' }
      assert.ok(await storage.sessions.save({ ...session, status: 'MANUAL_REJECTED' }, { review }))
      assert.deepEqual(await storage.reviews.of(session.id), [{ ...review, at: now }])
      const { db } = storage.database
      await assert.rejects(db.updateTable('review').set({ verdict: 'approve' }).execute(), /append-only/)
      await assert.rejects(db.deleteFrom('review').execute(), /append-only/)
      await storage.sessions.beginErasure('acme', session.id)
      await storage.sessions.finishErasure(session.id)
      assert.deepEqual(await storage.reviews.of(session.id), [])
    })

    it('are not written when the session was changed in between', async () => {
      const session = freshSession({ status: 'WAITING_FOR_MANUAL_APPROVE' })
      await storage.sessions.create(session)
      const review = { reviewer: 'ada', verdict: 'approve' as const, reason: '' }
      const entry = { at: now, tenant: 'acme', actor: 'reviewer:ada', sessionId: session.id }
      const audit: AuditEntry = { ...entry, action: 'review.approve' }
      const late = { ...session, version: session.version - 1 }
      assert.equal(await storage.sessions.save(late, { review, audit }), false)
      assert.deepEqual(await storage.reviews.of(session.id), [])
      assert.deepEqual(await storage.audit.list({ sessionId: session.id }, 10), [])
    })
  })

  describe('the sweep', () => {
    it('finds what is overdue, oldest first, and what is past its retention', async () => {
      const day = 86_400_000
      const at = (days: number) => new Date(now.getTime() - days * day)
      const overdue = [3, 2].map((days) => freshSession({ createdAt: at(days), expiresAt: at(days - 1) }))
      for (const session of overdue) await storage.sessions.create(session)
      assert.deepEqual(
        await storage.sessions.overdue(now, 10),
        overdue.map(({ tenant, id }) => ({ tenant, id })),
      )

      const [first] = overdue
      assert.ok(first && (await storage.sessions.save({ ...first, status: 'EXPIRED' })))
      const approved = freshSession({ status: 'PENDING' })
      await storage.sessions.create(approved)
      await storage.sessions.save({ ...approved, status: 'AUTO_APPROVED', completedAt: now })
      assert.deepEqual(await storage.sessions.retired('acme', at(1), 10), [first.id])
      const later = new Date(now.getTime() + 1)
      assert.deepEqual(new Set(await storage.sessions.retired('acme', later, 10)), new Set([first.id, approved.id]))
      assert.deepEqual(await storage.sessions.retired('second', later, 10), [])
    })
  })
})
