import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawUnnamed, UNNAMED_HOLDER } from '../../../packages/specimen/src/draw/draw-unnamed.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { ASSURANCE_LEVELS } from '../../../src/kernel/decision/levels.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import { reviewSession } from '../../../src/kernel/review/review-session.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { startSession } from '../../api/client.ts'
import { auditEntry } from '../../storage/sample.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { documentPortrait } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

describe('a card that nobody can name', () => {
  let test: TestApp
  let front: Buffer<ArrayBuffer>
  let back: Buffer<ArrayBuffer>
  before(async () => {
    test = await startTestApp()
    // The same picture is read once.
    const read = new Map<string, ReturnType<typeof test.engine.page>>()
    test.engine.page = (picture, asked) => {
      const key = `${asked?.ofUnnamed} ${Buffer.from(picture).toString('base64')}`
      const known =
        read.get(key) ?? engine.read((context) => readPage(context, picture, asked)).then(({ value }) => value)
      read.set(key, known)
      return known
    }
    const card = await drawUnnamed(1, (await documentPortrait('A1')).jpeg)
    const taken = async (side: Buffer) =>
      Buffer.from((await photograph(side, { seed: 'unnamed', level: 'easy', size: 1400 })).jpeg)
    ;[front, back] = await Promise.all([taken(card.front), taken(card.back)])
  })
  after(() => test.close())

  it('is taken, asked for its other side once, and goes to a reviewer with what was read', async () => {
    const { person, integrator, sessionId } = await startSession(test)
    assert.deepEqual((await person.document(front)).json(), {
      hasError: false,
      isTwoSideDocument: true,
      pageSide: 'FRONT',
      type: 'OTHER',
    })
    assert.deepEqual((await person.state()).received.document, ['FRONT'])
    const turned = (await person.document(back)).json()
    assert.deepEqual(
      [turned.hasError, turned.pageSide, turned.country, turned.type],
      [false, 'BACK', undefined, 'OTHER'],
    )
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    const ada = { username: 'ada', role: 'reviewer' } as const
    const given = { verdict: 'approve', reason: 'A lamplighter, plain to the eye.' } as const
    assert.ok((await reviewSession(test.ports, ada, sessionId, given)).ok)
    const { country, documentType, documentVisualResults } = (
      await integrator.get(`${sessionId}/document/result`)
    ).json()
    assert.deepEqual([country, documentType], [undefined, 'OTHER'])
    const values = documentVisualResults.map(({ value }: { value: string }) => value)
    assert.ok(values.includes(UNNAMED_HOLDER.number), values.join())
  })

  it('without another side goes on when its front comes again', async () => {
    const { person, integrator, sessionId } = await startSession(test)
    await person.document(front)
    const again = (await person.document(front)).json()
    assert.deepEqual([again.hasError, again.pageSide, again.isTwoSideDocument], [false, 'FRONT', false])
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  for (const assurance of ASSURANCE_LEVELS)
    it(`is never approved automatically on the level ${assurance}`, async () => {
      await test.addTenant(assurance, { assurance })
      const { person, sessionId } = await startSession(test, {}, assurance, 'live')
      await person.document(front)
      await person.document(back)
      await person.face()
      await person.complete()
      const { status, decision } = (await test.ports.sessions.load(assurance, sessionId)) ?? {}
      assert.notEqual(decision?.outcome, 'approve')
      assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    })

  it('is not approved in live mode by a policy that lets everything unknown pass', async () => {
    const factors = Object.fromEntries(
      Object.entries(defaultPolicyRules().factors).map(([name, rule]) => [
        name,
        { ...rule, onUnknown: 'ignore', onUnavailable: 'ignore', onLow: 'ignore', onMedium: 'ignore' },
      ]),
    )
    await test.addTenant('lax', { challenge: 'off' })
    await test.ports.policies.use(
      'lax',
      withSha256({ ...defaultPolicyRules(), factors }),
      auditEntry('policy.use', { tenant: 'lax' }),
    )
    const { person, sessionId } = await startSession(test, {}, 'lax', 'live')
    await person.document(front)
    await person.document(back)
    await person.face()
    await person.complete()
    const { status, decision } = (await test.ports.sessions.load('lax', sessionId)) ?? {}
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.ok(decision?.factors.some(({ name }) => name === 'documentNaming'))
  })

  it('is refused where a tenant wants only named documents', async () => {
    await test.addTenant('named', { unnamedDocuments: 'refuse' })
    const { person } = await startSession(test, {}, 'named')
    const [first, second] = [(await person.document(front)).json(), (await person.document(front)).json()]
    assert.deepEqual(first, { hasError: true, error: 'WRONG_SIDE', hints: ['OTHER_SIDE'] })
    assert.equal(second.error, 'DOCUMENT_NOT_RECOGNIZED')
  })
})
