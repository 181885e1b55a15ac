import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openStorage, type Storage, type StorageOptions } from '../../../../src/kernel/storage/open.ts'
import { seal } from '../../../../src/platform/keys/seal.ts'
import { BANDS } from '../../../../src/vision/picture/same-picture.ts'
import { auditEntry, freshSession, page } from '../../../storage/sample.ts'
import { type DatabasePlace, onEveryDatabase, TEST_TENANT } from '../../../support/databases.ts'
import { fingerprintOf, hashOf, waves } from '../../../support/fingerprints.ts'
import { type S3Server, startS3 } from '../../../support/s3.ts'
import { filesHolding } from '../../../support/search.ts'

const SURNAME = 'QUARTZ-SPECIMEN-SURNAME'
const EXTERNAL = 'customer-7461-reference'
const NUMBER = 'QZ-4711-SPECIMEN'
const REASON = 'the portrait was blurred in this way'
const PICTURE = Buffer.concat([Buffer.from('JPEG-BYTES-OF-A-PERSON'), randomBytes(200_000)])
/** As long as a real one, so that the row does not fit one page of the database. */
const TEMPLATE = Array.from({ length: 1024 }, () => Math.random())
const PRINT = fingerprintOf(waves(2)).values.slice(0, 64)
const PLANTED = [SURNAME, EXTERNAL, NUMBER, REASON, PRINT, PICTURE.subarray(0, 64), PICTURE.subarray(100_000, 100_064)]

onEveryDatabase(searchesAll, { alone: true })

/** On a server of its own: everything that lies in its folder is searched. */
function searchesAll(place: DatabasePlace): void {
  for (const store of ['a folder', 'S3'] as const) {
    describe(`a person's data, with pictures in ${store}`, () => {
      let s3: S3Server | undefined
      let options: StorageOptions
      let storage: Storage
      const session = freshSession({
        request: { externalId: EXTERNAL, applicantForm: { lastName: SURNAME } },
        document: { pages: [{ ...page(SURNAME), portrait: { model: 'm', values: TEMPLATE, curve: [] } }] },
      })
      let object: string
      const folders = () => [...place.folders(), ...(s3 ? [s3.folder] : [])]

      before(async () => {
        if (store === 'S3') s3 = await startS3()
        options = await place.options(s3 ? { imagesUrl: s3.url, s3: s3.credentials } : {})
        storage = await openStorage(options)
        await storage.tenants.create(TEST_TENANT)
        await storage.sessions.create(session)
        object = await storage.images.put(session.id, PICTURE)
        await storage.sessions.save(
          { ...session, status: 'MANUAL_APPROVED', images: { FACE: { face_original: object } } },
          {
            events: [{ type: 'status', status: 'MANUAL_APPROVED' }],
            review: { reviewer: 'ada', verdict: 'approve', reason: REASON },
            pictures: { FACE: { hash: hashOf(waves(1)), photograph: fingerprintOf(waves(2)) } },
            fingerprint: {
              sessionId: session.id,
              tenant: 'acme',
              mode: 'test',
              document: { country: 'UTO', type: 'PASSPORT', number: NUMBER },
              face: { model: 'm', values: TEMPLATE, curve: [] },
              faceScore: 70,
              upTo: 0,
            },
          },
        )
      })
      after(async () => {
        await storage.close()
        await s3?.stop()
      })

      it('counts what it is recognised by', async () => {
        const { db } = storage.database
        assert.equal((await db.selectFrom('sent_picture').selectAll().execute()).length, 1)
        assert.equal((await db.selectFrom('picture_band').selectAll().execute()).length, BANDS)
      })

      it('is nowhere readable while it is kept', async () => {
        await sql`${sql.raw(place.kind === 'sqlite' ? 'pragma wal_checkpoint(passive)' : 'checkpoint')}`.execute(
          storage.database.db,
        )
        assert.deepEqual(await filesHolding(folders(), PLANTED), [])
      })

      it('opens again for those who hold the key', async () => {
        assert.deepEqual(await storage.images.get(session.id, object), PICTURE)
        const [review] = await storage.reviews.of(session.id)
        assert.equal(review?.reason, REASON)
        assert.equal((await storage.sessions.load('acme', session.id))?.document?.pages[0]?.visual[0]?.value, SURNAME)
      })

      it('is gone after the steps of a deletion: rows, pictures, key', async () => {
        const { wrapped, sealed_content } = await storage.database.db
          .selectFrom('session_key')
          .innerJoin('session', 'session.id', 'session_key.session_id')
          .select(['session_key.wrapped', 'session.sealed_content'])
          .where('session_id', '=', session.id)
          .executeTakeFirstOrThrow()
        assert.ok(sealed_content.length > 20_000)
        const sealed = [wrapped, sealed_content.slice(0, 64), sealed_content.slice(-64)]
        assert.notDeepEqual(await filesHolding(folders(), [sealed_content.slice(-64)]), [])

        assert.equal(
          await storage.sessions.beginErasure(
            'acme',
            session.id,
            auditEntry('session.delete', { actor: 'credential:shop' }),
          ),
          true,
        )
        assert.equal(await storage.sessions.load('acme', session.id), undefined)
        assert.equal(await storage.images.get(session.id, object), undefined)
        await storage.images.removeAll(session.id)
        await storage.sessions.finishErasure(session.id)
        await storage.tidy()

        assert.equal(await storage.sessions.beginErasure('acme', session.id), false)
        assert.deepEqual(await storage.reviews.of(session.id), [])
        for (const table of [
          'session',
          'session_key',
          'review',
          'print',
          'sent_picture',
          'picture_band',
          'search_mark',
        ] as const) {
          assert.deepEqual(await storage.database.db.selectFrom(table).selectAll().execute(), [], table)
        }
        assert.deepEqual(await filesHolding(folders(), PLANTED), [])
        // SQLite overwrites what it deletes, so even the sealed bytes and the wrapped key are gone from its files.
        if (place.kind === 'sqlite') assert.deepEqual(await filesHolding(folders(), sealed), [])
      })

      it('leaves a tombstone that names who asked, and an id that is never used again', async () => {
        const [entry] = await storage.audit.list({ sessionId: session.id }, 10)
        assert.equal(entry?.action, 'session.erased')
        assert.equal(entry?.actor, 'credential:shop')
        assert.deepEqual(await storage.sessions.create(freshSession({ id: session.id })), { outcome: 'erased' })
        const otherTenant = freshSession({ id: session.id, tenant: 'other' })
        await storage.tenants.create({ ...TEST_TENANT, id: 'other' })
        assert.deepEqual(await storage.sessions.create(otherTenant), { outcome: 'taken' })
      })

      it('still owes the integrator the event that was not sent, without the reference', async () => {
        const [event] = await storage.outbox.claim('node', new Date(), 60, 10)
        assert.equal(event?.sessionId, session.id)
        assert.equal(event?.erased, true)
        assert.equal(event?.externalId, undefined)
        await storage.outbox.delivered(event?.id ?? '', new Date())
        assert.deepEqual(await storage.outbox.list('acme', undefined, 10), [])
      })
    })
  }

  describe('the search of these tests', () => {
    it('would find what is not sealed', async () => {
      const storage = await place.open()
      await storage.settings.set('plain', `x${SURNAME}`)
      await storage.settings.set('base64', Buffer.from(`xy${EXTERNAL}`).toString('base64'))
      if (place.kind === 'postgres') await sql`checkpoint`.execute(storage.database.db)
      assert.notDeepEqual(await filesHolding(place.folders(), [SURNAME]), [])
      assert.notDeepEqual(await filesHolding(place.folders(), [EXTERNAL]), [])
    })
  })
}

onEveryDatabase((place) => {
  describe('an erasure that a crash cut short', () => {
    let storage: Storage
    before(async () => {
      storage = await place.open()
    })

    const prepared = async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      const object = await storage.images.put(session.id, PICTURE)
      await storage.sessions.save({ ...session, images: { FACE: { face_original: object } } })
      return { session, object }
    }

    const steps = [
      { name: 'after the mark', take: async (_id: string) => {} },
      { name: 'after the pictures', take: (id: string) => storage.images.removeAll(id) },
    ]
    for (const { name, take } of steps) {
      it(`${name} is found and finished`, async () => {
        const { session, object } = await prepared()
        await storage.sessions.beginErasure(
          'acme',
          session.id,
          auditEntry('session.delete', { actor: 'credential:shop' }),
        )
        await take(session.id)

        assert.deepEqual(await storage.sessions.halfErased(10), [{ tenant: 'acme', id: session.id }])
        assert.equal(await storage.sessions.load('acme', session.id), undefined)
        assert.equal(await storage.sessions.save({ ...session, version: 2 }), false)
        const late = await storage.images.put(session.id, PICTURE)
        assert.equal(await storage.images.get(session.id, late), undefined)

        await storage.images.removeAll(session.id)
        await storage.sessions.finishErasure(session.id)
        await storage.sessions.finishErasure(session.id)
        assert.deepEqual(await storage.sessions.halfErased(10), [])
        assert.equal(await storage.images.get(session.id, object), undefined)
        const erased = (await storage.audit.list({ sessionId: session.id }, 10)).filter(
          ({ action }) => action === 'session.erased',
        )
        assert.equal(erased.length, 1)
      })
    }

    it('never touches a session that is not marked', async () => {
      const { session } = await prepared()
      await storage.sessions.finishErasure(session.id)
      assert.ok(await storage.sessions.load('acme', session.id))
    })
  })

  describe('sealed bytes', () => {
    it('do not open under another session, another name or with a changed bit', async () => {
      const storage = await place.open()
      const [one, two] = [freshSession(), freshSession()]
      await storage.sessions.create(one)
      await storage.sessions.create(two)
      const { db } = storage.database
      const row = await db.selectFrom('session').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow()
      const swap = { sealed_content: row.sealed_content }
      await db.updateTable('session').set(swap).where('id', '=', two.id).execute()
      await assert.rejects(storage.sessions.load('acme', two.id))

      const changed = Buffer.from(row.sealed_content, 'base64')
      changed[20] = (changed[20] ?? 0) ^ 1
      await db
        .updateTable('session')
        .set({ sealed_content: changed.toString('base64') })
        .where('id', '=', one.id)
        .execute()
      await assert.rejects(storage.sessions.load('acme', one.id))
      assert.equal(seal(randomBytes(32), 'x', PICTURE)[0], 1)
    })
  })

  describe('a row', () => {
    const changes = [
      { status: 'AUTO_APPROVED' as const },
      { tenant: 'other' },
      { mode: 'live' as const },
      { version: 3 },
    ]
    for (const change of changes)
      it(`that was given another ${Object.keys(change)[0]} past the program does not open`, async () => {
        const storage = await place.open()
        await storage.tenants.create({ ...TEST_TENANT, id: 'other' })
        const session = freshSession()
        await storage.sessions.create(session)
        await storage.sessions.save({ ...session, status: 'WAITING_FOR_MANUAL_APPROVE' })
        assert.ok(await storage.sessions.load('acme', session.id))
        await storage.database.db.updateTable('session').set(change).where('id', '=', session.id).execute()
        const tenant = 'tenant' in change ? change.tenant : 'acme'
        await assert.rejects(storage.sessions.load(tenant ?? '', session.id), /its row was changed past this program/)
      })
  })
})
