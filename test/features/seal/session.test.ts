import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { makeSealAuthority, signClaim169, signVds } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { checkKeptSeal } from '../../../src/features/seal/verify/check-kept-seal.ts'
import { openSealTrustFiles } from '../../../src/features/seal/verify/seal-trust.ts'
import { accept } from '../../../src/formats/result.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { contradictionsOf } from '../../../src/kernel/decision/live-rules.ts'
import { writeBody } from '../../../src/kernel/events/deliver-webhooks.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { mrz, passportPage } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { personOf } from './seals.ts'

const authority = makeSealAuthority()
const stranger = makeSealAuthority()

const genuine = signVds(personOf(), authority.signer)
const altered = Uint8Array.from(genuine).with(30, (genuine[30] ?? 0) ^ 4)

describe('the signed barcode of a document', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    for (const seals of ['off', 'required'] as const) await test.addTenant(seals, { seals, challenge: 'off' })
    await test.addTenant('plain', { challenge: 'off' })
    await test.addTenant('basic', { challenge: 'off', assurance: 'basic' })
    const files = [authority.authority, authority.signer].map(({ certificate }, index) => ({
      name: `${index}.cer`,
      bytes: certificate,
    }))
    const keys = { name: 'keys.json', bytes: Buffer.from(JSON.stringify({ keys: [authority.token.jwk] })) }
    await importTrust(test.ports, openSealTrustFiles, [...files, keys], 'system', 'seal')
  })
  after(() => test.close())

  const show = (code: Uint8Array | undefined, isEditJudged = true) => {
    const fields = { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' }
    const reading = passportPage({
      country: 'AND',
      mrz: { ...mrz(), fields },
      authenticity: isEditJudged ? { edits: { score: 91 } } : {},
    })
    const codes = code ? [{ bytes: code, image: JPEG }] : []
    test.engine.page = async () => accept({ ...passport(), reading, codes })
  }

  const finish = async (code: Uint8Array | undefined, tenant = 'plain', isEditJudged = true) => {
    show(code, isEditJudged)
    const session = await startSession(test, {}, tenant)
    await session.person.document()
    await session.person.face()
    await session.person.complete()
    const get = async (path: string) => session.integrator.get(`${session.sessionId}/${path}`)
    const stored = await test.ports.sessions.load(tenant, session.sessionId)
    return {
      get,
      sessionId: session.sessionId,
      status: stored?.status,
      seal: stored?.seal,
      factors: stored?.decision?.factors,
    }
  }

  it('that a trusted issuer signed and that agrees proves the text and not the face', async () => {
    const { status, factors } = await finish(genuine)
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const { reason = '' } = factors?.find(({ name }) => name === 'documentAuthenticity') ?? {}
    assert.match(reason, /proves the text and not the face/)
    const { get } = await finish(genuine, 'basic')
    const { verifications } = (await get('decision/results')).json()
    assert.deepEqual(verifications.sealAuthenticity, { score: 100, level: 'HIGH' })
    assert.equal(verifications.sealCrossCheck.level, 'HIGH')
  })

  it('is in its result, with its picture and its contents as they were read', async () => {
    const { get } = await finish(genuine, 'basic')
    const answer = await get('seal/result')
    assert.equal(answer.statusCode, 200)
    const { verdict, kind, side, fields, raw } = answer.json()
    assert.deepEqual([verdict, kind, side, fields.surname], ['TRUSTED', 'VDS', 'FRONT', 'ERIKSSON'])
    assert.deepEqual(Buffer.from(raw, 'base64'), Buffer.from(genuine))
    assert.equal((await get('image/seal')).statusCode, 200)
  })

  it('has its verdict in the webhook, and nothing of the person', async () => {
    const { sessionId } = await finish(genuine, 'basic')
    const event = (await test.ports.outbox.list('basic', undefined, 100)).find((each) => each.sessionId === sessionId)
    assert.ok(event)
    const body = JSON.parse(writeBody(event, await test.ports.sessions.load('basic', sessionId)))
    assert.deepEqual(body.proofs, { seal: 'TRUSTED' })
  })

  it('of another document rejects', async () => {
    const copied = signVds(
      personOf({ surname: 'SPECIMEN', givenNames: 'OTTO', documentNumber: 'X12345678' }),
      authority.signer,
    )
    assert.equal((await finish(copied)).status, 'AUTO_REJECTED')
  })

  it('that differs in one value is seen by a person', async () => {
    const other = signVds(personOf({ documentNumber: 'L898902C4' }), authority.signer)
    assert.equal((await finish(other)).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('that was altered rejects, under any policy in live mode', async () => {
    assert.equal((await finish(altered)).status, 'AUTO_REJECTED')
    const { sealAuthenticity: rule } = defaultPolicy().factors
    assert.ok(rule)
    const mild = {
      ...defaultPolicy(),
      factors: { ...defaultPolicy().factors, sealAuthenticity: { ...rule, onLow: 'refer' as const } },
    }
    assert.match(contradictionsOf(mild, { asksChallenge: false }).join(' '), /sealAuthenticity/)
  })

  it('of an issuer that is not known proves nothing and holds nothing up', async () => {
    const foreign = signVds(personOf(), { ...stranger.signer, serial: Uint8Array.of(1, 9, 9) })
    const { status, seal } = await finish(foreign)
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(seal?.verdict, 'UNKNOWN_ISSUER')
  })

  it('proves the text alone: where edits of the portrait cannot be seen, a person looks', async () => {
    assert.equal((await finish(genuine, 'plain', false)).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('is not looked at where the tenant takes none', async () => {
    const { status, seal } = await finish(altered, 'off')
    assert.deepEqual([status, seal], ['WAITING_FOR_MANUAL_APPROVE', undefined])
    const asked: unknown[] = []
    test.engine.page = async (_, wanted) => {
      asked.push(wanted?.codes)
      return accept(passport())
    }
    for (const tenant of ['off', 'plain', 'required']) await (await startSession(test, {}, tenant)).person.document()
    assert.deepEqual(asked, [false, true, true])
  })

  it('holds a portrait that is compared with the print and the selfie', async () => {
    const portrait = Buffer.from('a picture of a face')
    const face = passportPage({}).portrait
    assert.ok(face)
    const other = { ...face, values: face.values.toReversed() }
    const code = signClaim169({ ...personOf(), portrait }, authority)
    const finishWith = async (template: typeof face | undefined) => {
      test.engine.readStoredPortrait = async () => ({ image: JPEG, ...(template && { template }) })
      const { factors, status } = await finish(code)
      return { status, of: (name: string) => factors?.find((factor) => factor.name === name) }
    }
    const same = await finishWith(face)
    assert.equal((await finish(undefined)).status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(same.status, 'AUTO_APPROVED')
    assert.match(String(same.of('sealCrossCheck')?.used?.compared), /portrait/)
    assert.match(same.of('documentAuthenticity')?.reason ?? '', /It holds a portrait, which was compared/)
    const swapped = await finishWith(other)
    assert.equal(swapped.of('sealCrossCheck')?.used?.differing, 'portrait')
    assert.equal(swapped.status, 'WAITING_FOR_MANUAL_APPROVE')
    const without = await finishWith(undefined)
    assert.match(without.of('documentAuthenticity')?.reason ?? '', /proves the text and not the face/)
  })

  it('is in the evidence with its raw bytes and its signer, and the bundle verifies without the service', async () => {
    const { get } = await finish(genuine, 'basic')
    const bundle = new Uint8Array((await get('evidence')).rawPayload)
    const problems = (bytes: Uint8Array) => verifyEvidence(bytes, undefined, [checkKeptSeal]).problems
    assert.deepEqual(problems(bundle), [])
    const { seal } = JSON.parse(strFromU8(unzipSync(bundle)['evidence.json'] ?? new Uint8Array()))
    assert.deepEqual(Buffer.from(seal.raw, 'base64'), Buffer.from(genuine))
    assert.deepEqual(Buffer.from(seal.signedWith, 'base64'), Buffer.from(authority.signer.certificate))
    const evidence = JSON.parse(strFromU8(unzipSync(bundle)['evidence.json'] ?? new Uint8Array()))
    const check = (raw: Uint8Array, signedWith: Uint8Array) => {
      const [kept, key] = [raw, signedWith].map((bytes) => Buffer.from(bytes).toString('base64'))
      return checkKeptSeal({ ...evidence, seal: { ...seal, raw: kept, signedWith: key } }, () => undefined)
    }
    const broken = 'the signature of the barcode is not as the evidence says'
    assert.deepEqual(check(genuine, authority.signer.certificate), [])
    assert.deepEqual(check(genuine, stranger.signer.certificate), [broken])
    assert.ok(check(altered, authority.signer.certificate).includes(broken))
  })

  it('is kept once, with the session: forgetting its face forgets it everywhere', async () => {
    const template = passportPage({}).portrait
    assert.ok(template)
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template })
    const { get, sessionId } = await finish(signClaim169({ ...personOf(), portrait: JPEG }, authority))
    const stored = await test.ports.sessions.load('plain', sessionId)
    assert.deepEqual(stored?.seal?.portrait, template)
    assert.equal('seal' in (stored?.decision?.evidence ?? {}), false)
    const decision = unzipSync(new Uint8Array((await get('evidence')).rawPayload))['decision.json']
    assert.doesNotMatch(strFromU8(decision ?? new Uint8Array()), /"portrait":/)
  })

  it('is in what a person is given of theirs', async () => {
    const { sessionId, seal } = await finish(genuine)
    const copy = await exportPerson(test.ports, { tenant: 'plain', actor: 'system' }, sessionId)
    assert.ok(copy.ok)
    const given = JSON.parse(strFromU8(unzipSync(copy.value)['read-from-barcode.json'] ?? new Uint8Array()))
    assert.deepEqual(given.fields, seal?.fields)
  })

  it('that is required and missing is asked of a person', async () => {
    const { status, factors } = await finish(undefined, 'required')
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(factors?.find(({ name }) => name === 'sealAuthenticity')?.level, 'UNKNOWN')
  })

  it('goes with the picture that it was on', async () => {
    show(altered)
    const session = await startSession(test, {}, 'basic')
    await session.person.document()
    show(genuine)
    await session.person.document()
    await session.person.face()
    await session.person.complete()
    const { verdict } = (await session.integrator.get(`${session.sessionId}/seal/result`)).json()
    assert.equal(verdict, 'TRUSTED')
  })
})
