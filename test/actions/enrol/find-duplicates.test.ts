import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { withSha256 } from '../../../src/actions/admin/policy.ts'
import { completeSession } from '../../../src/actions/enrol/complete-session.ts'
import type { Ports } from '../../../src/actions/ports/ports.ts'
import { field, mrz, passportPage, selfie, template, withRule } from '../../domain/decision/genuine.ts'
import { auditEntry, freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { portsOf } from '../admin/decided-sessions.ts'

const watchful = withSha256(withRule('duplicateCheck', { enabled: true }))
const ME = [1, 0, 0]
const SOMEBODY_ELSE = [0, 0, 1]

onEveryDatabase((place) => {
  let ports: Ports
  before(async () => {
    ports = portsOf(await place.open())
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
      assert.deepEqual(again.decision?.evidence.duplicates, { documentNumber: [first.id], face: [first.id] })
      assert.equal(again.factor?.reason, 'The same person and document were seen in another session.')
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
})
