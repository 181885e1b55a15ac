import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { AuditAction } from '../../../src/kernel/audit/audit-actions.ts'
import { ChangedRow } from '../../../src/kernel/rights/signed-rows.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { auditEntry, freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { fingerprintOf, hashOf, waves } from '../../support/fingerprints.ts'

/** Everything that follows is done by plain SQL, as somebody does it who can write to the database and has no key. */
onEveryDatabase((place) => {
  describe('a row that turns a decision, and that somebody else wrote', () => {
    let storage: Storage
    const run = (text: string) => sql.raw(text).execute(storage.database.db)
    const named = async () => (await storage.installation.unsignedRows()).map(({ id }) => id)
    /** Does it, asserts what follows, and takes it back. */
    async function whileDone(done: string, undone: string, follows: () => Promise<void>): Promise<void> {
      await run(done)
      await follows()
      await run(undone)
      assert.deepEqual(await named(), [], `${done} is taken back`)
    }
    const entry = (action: AuditAction) => auditEntry(action)
    before(async () => {
      storage = await place.open()
    })

    it('is no document that is read', async () => {
      const model = {
        id: 'own',
        country: 'UTO',
        type: 'IDENTITY_CARD' as const,
        side: 'FRONT' as const,
        name: 'Utopia',
        content: {} as never,
      }
      const draft = { model, taughtBy: 'ada', pictures: 3, fields: [], zones: [] }
      const version = await storage.documentModels.keepDraft(draft, entry('document.teach'))
      const published = async () => (await storage.documentModels.published()).length
      const [nobody, before] = [async () => assert.equal(await published(), 0), await published()]
      assert.equal(before, 0)
      await whileDone(
        `insert into document_model (id, version, status, country, type, side, name, content, pictures, fields, zones, taught_by, at, mac)
           select id, 9, 'published', country, type, side, name, content, pictures, fields, zones, taught_by, at, mac from document_model`,
        'delete from document_model where version = 9',
        nobody,
      )
      await whileDone(
        `update document_model set status = 'published'`,
        `update document_model set status = 'draft'`,
        nobody,
      )
      assert.equal(await storage.documentModels.publish('own', version, entry('document.publish')), true)
      assert.equal(await published(), 1)
      const { name } = (await storage.documentModels.list())[0] ?? { name: '' }
      await whileDone(
        `update document_model set country = 'SWE'`,
        `update document_model set country = 'UTO'`,
        async () => {
          assert.equal(await published(), 0, name)
          assert.deepEqual(await named(), [`document_model:own:${version}`])
        },
      )
    })

    it('does not take a hit from a list: nobody is compared with a list that was changed', async () => {
      const version = await storage.watchlists.beginVersion('own', { format: 'csv', origin: 'own.csv' } as never)
      const person = (id: string) => ({ id, names: [{ text: 'Erik Musterman' }] }) as never
      await storage.watchlists.addEntries(version, [
        { number: 0, entry: person('a') },
        { number: 1, entry: person('b') },
      ])
      const counts = { format: 'csv', sha256: 'x', entries: 2, skipped: 0, changed: 2 }
      assert.equal(await storage.watchlists.activate(version, counts as never, entry('list.import')), true)
      assert.equal((await storage.watchlists.all()).length, 1)
      const refuses = (id: string) => async () => {
        await assert.rejects(storage.watchlists.all(), ChangedRow)
        assert.ok((await named()).includes(id), id)
      }
      for (const [done, undone, id] of [
        [`update watchlist set version = null`, `update watchlist set version = ${version}`, 'watchlist:own'],
        [
          `update watchlist_version set list = 'other'`,
          `update watchlist_version set list = 'own'`,
          `watchlist_version:${version}`,
        ],
      ] as const)
        await whileDone(done, undone, refuses(id))
      await run('create table kept as select * from watchlist')
      await whileDone('delete from watchlist', 'insert into watchlist select * from kept', refuses('all:watchlist'))
      await run('drop table kept')
      await whileDone(
        `update watchlist_entry set content = replace(content, 'Erik', 'Otto') where number = 0`,
        `update watchlist_entry set content = replace(content, 'Otto', 'Erik') where number = 0`,
        async () => {
          await assert.rejects(storage.watchlists.entries(version, [0, 1]), ChangedRow)
          assert.deepEqual(await named(), [`watchlist_entry:${version}:0`])
        },
      )
      await run('create table kept as select * from watchlist_entry where number = 1')
      await whileDone(
        'delete from watchlist_entry where number = 1',
        'insert into watchlist_entry select * from kept',
        async () => assert.deepEqual(await named(), ['entries:own']),
      )
      await run('drop table kept')
    })

    it('is seen in the name index of a list', async () => {
      const version = await storage.watchlists.beginVersion('indexed', { format: 'csv', origin: 'own.csv' } as never)
      const row = (key: number, numbers: string) => ({ key, count: 1, numbers })
      await storage.watchlists.addPostings(version, 0, [row(7, 'a'), row(9, 'b')])
      await storage.watchlists.addPostings(version, 1, [row(7, 'c')])
      const counts = { format: 'csv', sha256: 'x', entries: 0, skipped: 0, changed: 0 }
      assert.equal(await storage.watchlists.activate(version, counts as never, entry('list.import')), true)
      assert.deepEqual(await named(), [])
      const isNamed = async () => assert.deepEqual(await named(), ['postings:indexed'])
      const there = `insert into watchlist_posting (version, posting_key, segment, entries, numbers) values (${version}, `
      const gone = `delete from watchlist_posting where version = ${version} and posting_key = `
      await whileDone(`${gone} 9`, `${there} 9, 0, 1, 'b')`, isNamed)
      await whileDone(`${there} 8, 0, 1, 'a')`, `${gone} 8`, isNamed)
      await whileDone(
        `update watchlist_posting set numbers = 'd' where version = ${version} and segment = 1`,
        `update watchlist_posting set numbers = 'c' where version = ${version} and segment = 1`,
        isNamed,
      )
    })

    it('dismisses no hit', async () => {
      await run(`insert into watchlist_dismissal (pair_mark, session_id) values ('m', 's')`)
      assert.deepEqual(await named(), ['watchlist_dismissal:m:s'])
      await run('delete from watchlist_dismissal')
    })

    it('answers nothing about a pair, and fetches no list', async () => {
      const [low, high] = [freshSession(), freshSession()].sort((a, b) => (a.id < b.id ? -1 : 1))
      assert.ok(low && high)
      for (const session of [low, high]) await storage.sessions.create(session)
      const answer = { sessionId: low.id, otherId: high.id, reason: 'Twins.', by: 'ada', at: new Date() }
      await storage.pairAnswers.give({ ...answer, answer: 'same' }, entry('review.note'))
      const others = () => storage.pairAnswers.findOthers([low.id], [high.id])
      assert.deepEqual(await others(), [])
      await whileDone(`update pair_answer set answer = 'other'`, `update pair_answer set answer = 'same'`, async () => {
        assert.deepEqual(await others(), [])
        assert.deepEqual(await named(), [`pair_answer:${low.id}:${high.id}`])
      })
      const source = { list: 'own', url: 'https://lists.example.org/own.csv', everyHours: 24 }
      await storage.listSources.put(source as never, entry('list.schedule'))
      const claim = async () => (await storage.listSources.claim('node', new Date(), 0, 'own'))?.url
      await whileDone(
        `update list_source set url = 'https://empty.example.org/own.csv'`,
        `update list_source set url = '${source.url}'`,
        async () => assert.equal(await claim(), undefined),
      )
      await run('update list_source set lease_until = null')
      assert.equal(await claim(), source.url)
    })

    it('hides no earlier session with the same document, face or picture', async () => {
      const { fingerprints } = storage
      const pattern = waves(3)
      const picture = { hash: hashOf(pattern), photograph: fingerprintOf(pattern) }
      const prints = (id: string) => ({
        sessionId: id,
        tenant: 'acme',
        mode: 'live' as const,
        document: { country: 'UTO', type: 'PASSPORT' as const, number: 'L898902C3' },
      })
      const enrol = async () => {
        const session = freshSession({ mode: 'live' })
        await storage.sessions.create(session)
        const { compared } = await fingerprints.compare(prints(session.id), 77)
        assert.ok(await storage.sessions.save(session, { fingerprint: compared, pictures: { FRONT: picture } }))
        return session
      }
      const first = await enrol()
      const second = await enrol()
      assert.deepEqual((await fingerprints.compare(prints(second.id), 77)).duplicates.documentNumber, [first.id])
      assert.deepEqual(await fingerprints.findSentBefore(second), [{ part: 'FRONT', sessionId: first.id }])
      const refuses =
        (kind: string, ...more: string[]) =>
        async () => {
          if (kind === 'print')
            assert.equal((await fingerprints.compare(prints(second.id), 77)).duplicates.changed, true)
          else await assert.rejects(fingerprints.findSentBefore(second), ChangedRow)
          assert.deepEqual(await named(), [...more, `fingerprints:acme:${kind}`])
        }
      const isNamed = (kind: string) => async () => assert.deepEqual(await named(), [`fingerprints:acme:${kind}`])
      const of = `where session_id = '${first.id}'`
      for (const [table, kind] of [
        ['print', 'print'],
        ['sent_picture', 'picture'],
      ] as const) {
        await run(`create table kept as select * from ${table} ${of}`)
        await whileDone(`delete from ${table} ${of}`, `insert into ${table} select * from kept`, refuses(kind))
        await run('drop table kept')
        await whileDone(
          `update ${table} set tenant = 'other' ${of}`,
          `update ${table} set tenant = 'acme' ${of}`,
          async () => assert.deepEqual(await named(), [`fingerprints:acme:${kind}`, `fingerprints:other:${kind}`]),
        )
        await whileDone(
          `update fingerprint_set set entries = 1 where kind = '${kind}'`,
          `update fingerprint_set set entries = 2 where kind = '${kind}'`,
          refuses(kind, `fingerprint_set:acme:${kind}`),
        )
      }
      const other = freshSession({ mode: 'live' })
      await storage.sessions.create(other)
      await whileDone(
        `insert into print (session_id, tenant, document_hash) select '${other.id}', tenant, document_hash from print ${of}`,
        `delete from print where session_id = '${other.id}'`,
        refuses('print'),
      )
      await whileDone(
        `insert into sent_picture (session_id, tenant, part, sealed) values ('${other.id}', 'acme', 'FRONT', '')`,
        `delete from sent_picture where session_id = '${other.id}'`,
        refuses('picture'),
      )
      await whileDone(
        `update print set document_hash = 'x' || document_hash ${of}`,
        `update print set document_hash = substr(document_hash, 2) ${of}`,
        isNamed('print'),
      )
      await whileDone(
        `update picture_band set band_hash = 'x' || band_hash ${of}`,
        `update picture_band set band_hash = substr(band_hash, 2) ${of}`,
        isNamed('picture'),
      )
      await whileDone(
        `insert into picture_band (band_hash, session_id, part) values ('x', '${first.id}', 'FRONT')`,
        `delete from picture_band where band_hash = 'x'`,
        isNamed('picture'),
      )
      // Bands of sessions without a picture take no picture's place.
      const crowd = Array.from({ length: 60 }, (_, at) => `0${at}`)
      await run(`insert into picture_band (band_hash, session_id, part)
        select band_hash, crowd.id, part from picture_band
        cross join (${crowd.map((id) => `select '${id}' as id`).join(' union all ')}) as crowd ${of}`)
      assert.deepEqual(await fingerprints.findSentBefore(second), [{ part: 'FRONT', sessionId: first.id }])
      await run(`delete from picture_band where session_id like '0%' and length(session_id) < 4`)

      // Without the set itself nothing begins again as an empty one.
      await run('create table kept as select * from fingerprint_set')
      for (const emptied of ['print', 'picture_band', 'sent_picture', 'fingerprint_set'])
        await run(`delete from ${emptied}`)
      assert.deepEqual(await named(), ['all:fingerprint_set'])
      assert.equal((await fingerprints.compare(prints(second.id), 77)).duplicates.changed, true)
      const stored = await storage.sessions.load('acme', second.id)
      assert.ok(stored && (await storage.sessions.save(stored, { pictures: { FRONT: picture } })))
      await assert.rejects(fingerprints.findSentBefore(second), ChangedRow)
      const gaps = await named()
      assert.deepEqual(gaps, ['fingerprint_set:acme:picture', 'all:fingerprint_set', 'fingerprints:acme:picture'])
      await storage.installation.acceptRows(gaps, entry('rights.accept'))
      assert.deepEqual(await named(), [])
      assert.deepEqual(await fingerprints.findSentBefore(second), [])
      for (const { tenant, id } of [first, second]) {
        assert.ok(await storage.sessions.beginErasure(tenant, id))
        await storage.sessions.finishErasure(id)
      }
      assert.deepEqual(await named(), [], 'an erasure keeps the sets as they have to be')
    })

    it('takes nobody from the blocklist', async () => {
      const blocked = { id: 'b1', kind: 'name', name: 'Erik Musterman', by: 'ada', at: new Date(), reason: 'Fraud.' }
      await storage.blocklist.block('acme', 'live', blocked as never, entry('blocklist.add'))
      const all = () => storage.blocklist.all('acme', 'live')
      assert.equal((await all()).length, 1)
      await whileDone(`update block_entry set tenant = 'other'`, `update block_entry set tenant = 'acme'`, async () => {
        assert.deepEqual(await named(), ['block_entry:b1', 'all:block_entry'])
        await assert.rejects(all(), ChangedRow)
        await assert.rejects(storage.blocklist.all('other', 'live'), ChangedRow)
      })
      await run('delete from block_entry')
      await assert.rejects(all(), ChangedRow)
      assert.deepEqual(await named(), ['all:block_entry'])
      await assert.rejects(storage.blocklist.all('acme', 'live'), ChangedRow)
      await storage.blocklist.block('acme', 'live', { ...blocked, id: 'b2' } as never, entry('blocklist.add'))
      await assert.rejects(all(), ChangedRow, 'the next change does not sign it away')
      await storage.installation.acceptRows(['all:block_entry'], entry('rights.accept'))
      assert.deepEqual([(await all()).length, await named()], [1, []])
    })
  })
})
