import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { countReached } from '../../../../src/kernel/figures/funnel.ts'
import type { SessionFilter } from '../../../../src/kernel/ports/sessions.ts'
import { readQuery } from '../../../../src/kernel/review/search-words.ts'
import type { Session } from '../../../../src/kernel/session/session.ts'
import { STATUSES } from '../../../../src/kernel/session/session-words.ts'
import { sqlSessionSearch } from '../../../../src/kernel/session/tables/session-search.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession, page } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const START = Date.UTC(2026, 5, 1)
const DAY = 86_400_000

onEveryDatabase((place) => {
  describe('the search for sessions', () => {
    let storage: Storage
    let now = new Date(START + 10 * DAY)
    const sessions: Session[] = []
    before(async () => {
      storage = await place.open({ clock: () => now })
      const settings = { steps: ['document' as const], frameOrigins: [], retentionDays: 90 }
      await storage.tenants.create({ id: 'other', name: 'Other', settings })
      const add = async (days: number, more: Partial<Session>) => {
        const createdAt = new Date(START + days * DAY)
        const session = freshSession({ createdAt, expiresAt: new Date(createdAt.getTime() + DAY), ...more })
        await storage.sessions.create(session)
        sessions.push(session)
      }
      await add(1, { request: { externalId: 'order 9' } })
      await add(9.5, {})
      await add(2, {
        status: 'AUTO_APPROVED',
        document: { pages: [page('ERIKSSON')] },
        completedAt: new Date(START + 2 * DAY + 30_000),
      })
      await add(3, {
        tenant: 'other',
        status: 'MANUAL_REJECTED',
        completedAt: new Date(START + 3 * DAY),
        request: { externalId: 'order 9' },
      })
      await add(3, { status: 'AUTO_APPROVED', completedAt: new Date(START + 3 * DAY) })
    })

    const find = async (filter: Omit<SessionFilter, 'mode'>, countTo = 100) => {
      const { total, rows } = await storage.sessionSearch.find({ mode: 'test', ...filter }, { limit: 100, countTo })
      return { total, at: rows.map(({ id }) => sessions.findIndex((session) => session.id === id)) }
    }

    it('finds by the start of the id, over tenants', async () => {
      for (const [at, { id }] of sessions.entries()) {
        assert.deepEqual(await find({ idStart: id.slice(0, 13) }), { total: 1, at: [at] })
        assert.deepEqual(await find({ idStart: id }), { total: 1, at: [at] })
      }
    })

    it('finds by the beginnings of a reference, a name or a number, which are stored as keyed hashes alone', async () => {
      const by = (text: string, more: Omit<SessionFilter, 'mode'> = {}) =>
        find({ words: readQuery(text) ?? [['nothing']], ...more })
      assert.deepEqual(await by('ord'), { total: 2, at: [3, 0] })
      assert.deepEqual(await by('order', { tenants: ['other'] }), { total: 1, at: [3] })
      assert.deepEqual(await by('"order 9"'), { total: 2, at: [3, 0] })
      assert.deepEqual(await by('"order 8"'), { total: 0, at: [] })
      assert.deepEqual(await by('erik'), { total: 1, at: [2] })
      assert.deepEqual(await by('eriksson', { status: 'AUTO_REJECTED' }), { total: 0, at: [] })
      const rows = await storage.database.db.selectFrom('search_mark').selectAll().execute()
      assert.ok(rows.length && rows.every(({ mark }) => /^[\w-]{11}$/.test(mark)))
      assert.doesNotMatch(JSON.stringify(rows), /ERIK|ORDER/i)
    })

    it('writes again what sessions are found by, and the same when nothing changed', async () => {
      const { db } = storage.database
      const marks = async () =>
        (await db.selectFrom('search_mark').selectAll().execute()).map((row) => Object.values(row).join()).sort()
      const before = await marks()
      await db.deleteFrom('search_mark').execute()
      assert.deepEqual(await find({ words: [['ORD']] }), { total: 0, at: [] })
      assert.equal((await storage.sessionSearch.index(undefined, 100)).length, sessions.length)
      assert.deepEqual(await marks(), before)
    })

    it('finds by the caller’s reference, which is stored as a keyed hash alone', async () => {
      assert.deepEqual(await find({ externalId: 'order 9' }), { total: 2, at: [3, 0] })
      assert.deepEqual(await find({ externalId: 'order' }), { total: 0, at: [] })
      assert.deepEqual(await find({ externalId: 'order 9', status: 'EXPIRED' }), { total: 1, at: [0] })
    })

    it('finds by the status as of now: what is past its validity is EXPIRED', async () => {
      assert.deepEqual((await find({ status: 'EXPIRED' })).at, [0])
      assert.deepEqual((await find({ status: 'PENDING' })).at, [1])
      now = new Date(START + 11 * DAY)
      assert.deepEqual((await find({ status: 'EXPIRED' })).at, [1, 0])
      assert.deepEqual((await find({ status: 'MANUAL_REJECTED' })).at, [3])
      assert.deepEqual((await find({ statuses: ['MANUAL_REJECTED', 'EXPIRED'] })).at, [1, 3, 0])
      assert.deepEqual((await find({ reached: 'completed', statuses: ['AUTO_APPROVED'] })).at, [4, 2])
      assert.deepEqual((await find({ reached: 'front' })).at, [])
    })

    it('finds by day, document type and country', async () => {
      const from = new Date(START + 2 * DAY)
      const before = new Date(START + 3 * DAY)
      assert.deepEqual((await find({ createdFrom: from, createdBefore: before })).at, [2])
      assert.deepEqual((await find({ documentType: 'PASSPORT', country: 'UTO' })).at, [2])
      assert.deepEqual((await find({ country: 'USA' })).at, [])
    })

    it('finds the same where the newest do not suffice and each facet is asked', async () => {
      const { database, keys, secrets, sessions: ports } = storage
      const byFacets = sqlSessionSearch({ db: database.db, keys, clock: () => now }, secrets, ports, 0)
      const filters: Omit<SessionFilter, 'mode'>[] = [
        ...STATUSES.map((status) => ({ status })),
        { statuses: ['PENDING', 'EXPIRED'] },
        { statuses: ['AUTO_APPROVED', 'MANUAL_REJECTED'], status: 'AUTO_APPROVED' },
        { documentType: 'PASSPORT' },
        { country: 'UTO', status: 'AUTO_APPROVED' },
        { country: 'USA' },
        { reached: 'completed' },
        { tenants: ['acme', 'other'] },
        { tenants: ['other'], statuses: [...STATUSES] },
        { statuses: [...STATUSES], createdFrom: new Date(START + 2 * DAY), createdBefore: new Date(START + 9 * DAY) },
      ]
      const [, , , , last] = sessions
      assert.ok(last)
      for (const filter of filters)
        for (const page of [
          { limit: 100, countTo: 100 },
          { limit: 1, countTo: 2 },
          { limit: 2, countTo: 100, after: last },
        ]) {
          const wanted = { mode: 'test' as const, ...filter }
          assert.deepEqual(await byFacets.find(wanted, page), await storage.sessionSearch.find(wanted, page))
        }
      assert.equal((await byFacets.find({ mode: 'test', statuses: [...STATUSES] }, { limit: 9, countTo: 9 })).total, 5)
      assert.equal((await byFacets.find({ mode: 'live', statuses: [...STATUSES] }, { limit: 9, countTo: 9 })).total, 0)
    })

    it('goes on after the last one seen, and stops counting where it is told to', async () => {
      const seen: string[] = []
      for (let after: { createdAt: Date; id: string } | undefined; ; ) {
        const { rows } = await storage.sessionSearch.find(
          { mode: 'test' },
          { ...(after && { after }), limit: 2, countTo: 100 },
        )
        seen.push(...rows.map(({ id }) => id))
        after = rows.at(-1)
        if (!after) break
      }
      assert.equal(seen.length, sessions.length)
      assert.equal(new Set(seen).size, sessions.length)
      assert.equal((await find({}, 3)).total, 3)
    })

    it('leaves out what is being erased', async () => {
      const [, , victim] = sessions
      assert.ok(victim)
      await storage.sessions.beginErasure('acme', victim.id)
      assert.deepEqual((await find({ idStart: victim.id })).at, [])
    })
  })

  describe('the counts of the overview', () => {
    it('are by day and status, by time to decide, and by refusal', async () => {
      let now = new Date(START)
      const storage = await place.open({ clock: () => now })
      const session = freshSession({ createdAt: new Date(START), completedAt: new Date(START + 60_000) })
      await storage.sessions.create({ ...session, status: 'WAITING_FOR_MANUAL_APPROVE' })
      now = new Date(START + 60_000 + 7 * 60_000)
      assert.ok(await storage.sessions.save({ ...session, status: 'MANUAL_APPROVED' }))
      const quick = freshSession({ createdAt: new Date(now.getTime() - 90_000), completedAt: now })
      await storage.sessions.create({ ...quick, status: 'AUTO_REJECTED' })

      assert.deepEqual(
        (await storage.figures.perDay(new Date(START), { mode: 'test' }))
          .filter(({ sessions }) => sessions)
          .toSorted((a, b) => (a.status < b.status ? -1 : 1)),
        [
          { day: new Date(START), status: 'AUTO_REJECTED', sessions: 1 },
          { day: new Date(START), status: 'MANUAL_APPROVED', sessions: 1 },
        ],
      )
      assert.deepEqual(
        await storage.figures.timesToDecide(new Date(START), [60_000, 300_000, 900_000], { mode: 'test' }),
        {
          automatic: [0, 1, 0, 0],
          reviewed: [0, 0, 1, 0],
        },
      )
      const decided = async (filter: NonNullable<SessionFilter['decided']>) =>
        (await storage.sessionSearch.find({ mode: 'test', decided: filter }, { limit: 9, countTo: 9 })).rows.map(
          ({ id }) => id,
        )
      assert.deepEqual(await decided({ by: 'rules', overMinutes: 1, underMinutes: 5 }), [quick.id])
      assert.deepEqual(await decided({ by: 'reviewer', overMinutes: 5, underMinutes: 15 }), [session.id])
      assert.deepEqual(await decided({ by: 'reviewer', underMinutes: 5 }), [])
      assert.deepEqual(await decided({ by: 'rules', from: new Date(now.getTime() + 1) }), [])
      for (const code of ['FACE_TOO_CLOSE', 'WRONG_SIDE', 'FACE_TOO_CLOSE'] as const)
        await storage.figures.countRefusal({ tenant: 'acme', mode: 'test' }, code, now)
      assert.deepEqual(await storage.figures.refusals(new Date(START), { mode: 'test' }), [
        { code: 'FACE_TOO_CLOSE', refusals: 2 },
        { code: 'WRONG_SIDE', refusals: 1 },
      ])
      assert.deepEqual(await storage.figures.refusals(new Date(START + DAY), { mode: 'test' }), [])

      const [whose, by] = [{ tenant: 'acme', mode: 'test' } as const, { device: 'phone', language: 'de' } as const]
      const reached = countReached('front', { tries: 2, seconds: 8 })
      await Promise.all([1, 2, 3].map(() => storage.figures.countCaptures(whose, by, reached, now)))
      await storage.figures.countCaptures(whose, by, [], now)
      const figures = () => storage.figures.captures(new Date(START), { mode: 'test' })
      assert.deepEqual(
        await figures(),
        [
          { step: 'front', about: 'reached', value: '', ...by, times: 3 },
          { step: 'front', about: 'seconds', value: '10', ...by, times: 3 },
          { step: 'front', about: 'tries', value: '2', ...by, times: 3 },
        ].toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      )
      assert.deepEqual(await storage.figures.captures(new Date(START), { mode: 'live' }), [])
      await storage.figures.prune(new Date(START))
      assert.equal((await figures()).length, 3)
      await storage.figures.prune(new Date(START + DAY))
      assert.deepEqual(await figures(), [])
    })
  })
})
