import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { answerPair, pairsOfCase } from '../../../src/features/duplicates/compare-pair.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { completeSession } from '../../../src/kernel/session/complete-session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import { field, mrz, passportPage, selfie, template, withRule } from '../../kernel/decision/genuine.ts'
import { portsOf } from '../../kernel/tenants/decided-sessions.ts'
import { auditEntry, freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const watchful = withSha256(withRule('duplicateCheck', { enabled: true }))
const ME = [1, 0, 0]
const SOMEBODY_ELSE = [0, 0, 1]

onEveryDatabase((place) => {
  let storage: Storage
  let ports: Ports
  before(async () => {
    storage = await place.open()
    ports = portsOf(storage)
    await ports.policies.use('acme', watchful, auditEntry('policy.use'))
  })

  /** A finished session of a person with such a face and a document of such a number. */
  async function enrol(face: number[], number: string, from = ports) {
    const page = passportPage({
      portrait: template(...face),
      visual: passportPage().visual.map((printed) =>
        printed.name === 'document_number' ? field('document_number', number) : printed,
      ),
      mrz: { ...mrz(), fields: { ...mrz().fields, document_number: number } },
    })
    const session = freshSession({ document: { pages: [page] }, face: selfie({ template: template(...face) }) })
    await from.sessions.create(session)
    await completeSession(from, { tenant: 'acme', sessionId: session.id })
    const done = await from.sessions.load('acme', session.id)
    assert.ok(done?.decision)
    return { ...done, factor: done.decision.factors.find(({ name }) => name === 'duplicateCheck') }
  }

  describe('the search for duplicates', () => {
    it('finds nothing the first time', async () => {
      const first = await enrol([0, 1, 0], 'AAA000001')
      assert.equal(first.status, 'AUTO_APPROVED')
      assert.equal(first.factor?.level, 'HIGH')
    })

    it('refers a person who comes again with the same document', async () => {
      const first = await enrol(ME, 'AAA000002')
      const again = await enrol(ME, 'AAA000002')
      assert.equal(again.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.deepEqual(again.decision?.evidence.duplicates, {
        documentNumber: [first.id],
        face: [first.id],
        documentPicture: [],
      })
      assert.equal(again.factor?.reason, 'The same person and document were seen in another session.')
    })

    it('refers a person where a print was removed from the database', async () => {
      const { db } = storage.database
      const first = await enrol([-1, 0, 0], 'AAA000022')
      const kept = await db.selectFrom('print').selectAll().where('session_id', '=', first.id).execute()
      await db.deleteFrom('print').where('session_id', '=', first.id).execute()
      const again = await enrol([0, 0, -1], 'AAA000023')
      assert.equal(again.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.match(again.factor?.reason ?? '', /changed in the database/)
      await db.insertInto('print').values(kept).execute()
      for (const { id } of [first, again]) {
        assert.ok(await storage.sessions.beginErasure('acme', id))
        await storage.sessions.finishErasure(id)
      }
      assert.deepEqual(await storage.installation.unsignedRows(), [])
    })

    it('tells a document shown by a second person from one person with two documents', async () => {
      const other = await enrol(SOMEBODY_ELSE, 'AAA000002')
      assert.match(other.factor?.reason ?? '', /with a different face/)
      const second = await enrol(SOMEBODY_ELSE, 'AAA000003')
      assert.match(second.factor?.reason ?? '', /face was seen in another session with a different document/)
    })

    it('forgets a session that was erased', async () => {
      const erased = await enrol([-1, 0, 0], 'AAA000004')
      await ports.sessions.beginErasure('acme', erased.id)
      assert.equal((await enrol([-1, 0, 0], 'AAA000004')).factor?.level, 'HIGH')
      await ports.sessions.finishErasure(erased.id)
    })

    it('compares with what an earlier recogniser kept where the new one has it too, and says what it cannot compare', async () => {
      const fresh = portsOf(await place.open())
      await fresh.policies.use('acme', watchful, auditEntry('policy.use'))
      const first = await enrol(ME, 'AAA000006', fresh)
      const { model, curve } = template(...ME)
      const face = {
        model: `${model}+another`,
        values: [...ME, 1].map((value) => value * Math.SQRT1_2),
        curve,
        parts: [
          { model, length: 3, curve },
          { model: 'another', length: 1, curve },
        ],
      }
      const ask = { sessionId: 'new', tenant: 'acme', mode: 'test' } as const
      const joined = await fresh.fingerprints.compare({ ...ask, face }, 70)
      assert.deepEqual(joined.duplicates, { documentNumber: [], face: [first.id] })
      const stranger = await fresh.fingerprints.compare({ ...ask, face: { ...template(...ME), model: 'another' } }, 70)
      assert.deepEqual(stranger.duplicates, { documentNumber: [], face: [], uncompared: 1 })
    })

    it('keeps nothing while the policy does not ask for it', async () => {
      const plain = portsOf(await place.open())
      const first = await enrol(ME, 'AAA000005', plain)
      assert.equal(first.factor, undefined)
      const fingerprint = {
        sessionId: 'another',
        tenant: 'acme',
        mode: 'test',
        document: { country: 'UTO', type: 'PASSPORT', number: 'AAA000005' },
      } as const
      const { duplicates } = await plain.fingerprints.compare({ ...fingerprint, face: template(...ME) }, 70)
      assert.deepEqual(duplicates, { documentNumber: [], face: [] })
    })
  })

  describe('what a reviewer said of two sessions', () => {
    const ada = { username: 'ada', role: 'reviewer' } as const
    /** Faces with nothing in common. */
    const person = (number: number) => Array.from({ length: 8 }, (_, at) => Number(at === number))
    const say = (id: string, otherId: string, answer: 'same' | 'alike' | 'other') =>
      answerPair(ports, ada, id, { otherId, answer, reason: ' Two given names. ' })

    it('keeps twins from being referred for their face again, also when either comes back', async () => {
      const first = await enrol(person(0), 'TWN000001')
      const second = await enrol(person(0), 'TWN000002')
      assert.match(second.factor?.reason ?? '', /^The face was seen in another session with a different document\.$/)
      assert.ok((await say(second.id, first.id, 'alike')).ok)

      const back = await enrol(person(0), 'TWN000001')
      assert.deepEqual(back.decision?.evidence.duplicates?.othersAlike, [second.id])
      assert.equal(back.factor?.reason, 'The same person and document were seen in another session.')
      const [pair] = await pairsOfCase(ports, back)
      assert.deepEqual(pair, { sessionId: first.id, by: ['documentNumber', 'face'], isSettled: false })
    })

    it('says nothing of a third document with that face', async () => {
      const one = await enrol(person(1), 'TWN000003')
      const other = await enrol(person(1), 'TWN000004')
      await say(other.id, one.id, 'other')
      const third = await enrol(person(1), 'TWN000005')
      assert.equal(third.decision?.evidence.duplicates?.othersAlike, undefined)
      assert.equal(third.factor?.reason, 'The face was seen in 2 other sessions with a different document.')
    })

    it('leaves one person with two documents, and a document number that two people show, as reasons', async () => {
      const one = await enrol(person(2), 'TWN000006')
      const same = await enrol(person(2), 'TWN000007')
      await say(same.id, one.id, 'same')
      assert.match((await enrol(person(2), 'TWN000006')).factor?.reason ?? '', /face was seen in another session with/)

      const holder = await enrol(person(3), 'TWN000008')
      const other = await enrol(person(4), 'TWN000008')
      await say(other.id, holder.id, 'other')
      assert.match(
        (await enrol(person(3), 'TWN000008')).factor?.reason ?? '',
        /number was seen in another session with/,
      )
    })

    it('is on record, in place of what was said before, and goes with either session', async () => {
      const one = await enrol(person(5), 'TWN000009')
      const other = await enrol(person(5), 'TWN000010')
      await say(other.id, one.id, 'same')
      await say(one.id, other.id, 'alike')
      const answers = await ports.pairAnswers.of(one.id)
      assert.deepEqual(answers, await ports.pairAnswers.of(other.id))
      assert.deepEqual(
        answers.map(({ sessionId, otherId, answer, reason, by }) => ({ sessionId, otherId, answer, reason, by })),
        [{ sessionId: one.id, otherId: other.id, answer: 'alike', reason: 'Two given names.', by: 'ada' }],
      )
      const [entry] = await ports.audit.list({ sessionId: one.id }, 1)
      assert.deepEqual([entry?.action, entry?.detail], ['review.pair', { other: other.id, answer: 'alike' }])

      await ports.sessions.beginErasure('acme', other.id)
      assert.deepEqual(await ports.pairAnswers.of(one.id), [])
      assert.deepEqual(await say(one.id, other.id, 'same'), { ok: false, refusal: 'NOT_FOUND' })
      await ports.sessions.finishErasure(other.id)
      assert.deepEqual(await ports.pairAnswers.of(one.id), [])
      assert.deepEqual(await pairsOfCase(ports, one), [])
    })

    it('is refused of sessions with nothing in common', async () => {
      const one = await enrol(person(6), 'TWN000011')
      const other = await enrol(person(7), 'TWN000012')
      assert.deepEqual(await say(one.id, other.id, 'same'), { ok: false, refusal: 'NOT_FOUND' })
    })
  })
})
