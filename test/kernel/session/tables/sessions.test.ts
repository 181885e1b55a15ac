import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { openDatabase } from '../../../../src/kernel/storage/database.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { freshSession, page } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

onEveryDatabase((place) => {
  let storage: Storage
  before(async () => {
    storage = await place.open()
    await storage.tenants.create({
      id: 'other',
      name: 'Other',
      settings: { steps: [], frameOrigins: [], retentionDays: 1 },
    })
  })

  describe('a stored session', () => {
    it('comes back as it was saved', async () => {
      const session = freshSession({
        request: {
          externalId: 'order 7',
          returnUrl: 'https://shop.example/back',
          applicantForm: { firstName: 'ANNA' },
        },
      })
      assert.deepEqual(await storage.sessions.create(session), { outcome: 'created' })
      assert.deepEqual(await storage.sessions.load('acme', session.id), session)

      const changed = {
        ...session,
        document: { pages: [page('ERIKSSON')] },
        images: { FRONT: { original_FRONT: 'object-1' } },
        expiresAt: new Date(session.createdAt.getTime() + 14 * 86_400_000),
      }
      assert.equal(await storage.sessions.save(changed), true)
      assert.deepEqual(await storage.sessions.load('acme', session.id), { ...changed, version: 2 })
    })

    it('tells its status without being opened', async () => {
      const session = freshSession({ document: { pages: [page('ERIKSSON')] } })
      await storage.sessions.create(session)
      const { mode, status, expiresAt } = session
      assert.deepEqual(await storage.sessions.peek('acme', session.id), { mode, status, expiresAt, tokenEpoch: 0 })
      assert.equal(await storage.sessions.peek('other', session.id), undefined)
    })

    it('is invisible to another tenant', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      assert.equal(await storage.sessions.load('other', session.id), undefined)
      assert.equal(await storage.sessions.save({ ...session, tenant: 'other' }), false)
      assert.equal(await storage.sessions.beginErasure('other', session.id), false)
    })

    it('is handed back when its id is used again, and only told as taken to another tenant', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      assert.deepEqual(await storage.sessions.create({ ...session, request: { lang: 'de-DE' } }), {
        outcome: 'exists',
        session,
      })
      assert.deepEqual(await storage.sessions.create({ ...session, tenant: 'other' }), { outcome: 'taken' })
    })

    it('is found by the reference of its caller', async () => {
      const session = freshSession({ request: { externalId: 'find me' } })
      await storage.sessions.create(session)
      const found = await storage.sessions.byExternalId('acme', 'find me', 10)
      assert.deepEqual(
        found.map(({ id, externalId }) => [id, externalId]),
        [[session.id, 'find me']],
      )
      assert.deepEqual(await storage.sessions.byExternalId('other', 'find me', 10), [])
    })

    it('is created once when two requests come with the same id', async () => {
      const session = freshSession()
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => storage.sessions.create(session)))
      assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['created', ...Array(7).fill('exists')])
    })
  })

  if (place.kind === 'sqlite') {
    it('lies in files that are for their owner only', async () => {
      const file = join((await place.options()).dataDir, 'limen.db')
      const database = await openDatabase(`sqlite:${file}`)
      for (const each of [file, `${file}-wal`]) assert.equal((await stat(each)).mode & 0o777, 0o600, each)
      await database.close()
    })
  }

  describe('two writes that started from the same version', () => {
    it('let one win and tell the other', async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      for (let version = 1; version <= 30; version++) {
        const writes = ['a', 'b', 'c'].map((name) =>
          storage.sessions.save({ ...session, version, images: { FACE: { face_original: `${name}${version}` } } }),
        )
        const won = await Promise.all(writes)
        assert.equal(won.filter(Boolean).length, 1)
        const stored = await storage.sessions.load('acme', session.id)
        assert.equal(stored?.version, version + 1)
        assert.equal(stored?.images.FACE?.face_original, `${'abc'[won.indexOf(true)]}${version}`)
      }
    })
  })
})
