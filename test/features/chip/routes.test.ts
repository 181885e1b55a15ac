import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { answerByCurve, makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { makeKey } from '../../../packages/specimen/src/chip/sign.ts'
import {
  writeCom,
  writeDg1,
  writeDg2,
  writeDg11,
  writeDg12,
  writeDg15,
} from '../../../packages/specimen/src/chip/write-groups.ts'
import { checkSignedFiles } from '../../../src/features/chip/verify/verify-chip.ts'
import { accept } from '../../../src/formats/result.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { checkDecision } from '../../../src/kernel/decision/check-decision.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import { contradictionsOf } from '../../../src/kernel/decision/live-rules.ts'
import type { FactorRule } from '../../../src/kernel/decision/rule.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { openTrustFiles } from '../../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { mrz, passport as passportEvidence, passportPage, template } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const authority = makeAuthority('CSCA', { way, country: 'AD' })
const signer = certify('Signer', { way, by: authority, country: 'AD' })
const stranger = makeAuthority('CSCA', { way, country: 'AD', withoutKeyIdentifiers: true })
const strangeSigner = certify('Signer', { way, by: stranger, country: 'AD', withoutKeyIdentifiers: true })
const key = makeKey(way)
const LINES = ['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12']
const OTHER = ['P<ANDSPECIMEN<<OTTO<<<<<<<<<<<<<<<<<<<<<<<<<', 'X123456783AND6001012M3004153<<<<<<<<<<<<<<06']

const groupsOf = (lines = LINES) =>
  new Map([
    [1, writeDg1(lines)],
    [2, writeDg2(JPEG)],
    [11, writeDg11({ 24334: 'ERIKSSON<<ANNA<MARIA', 24363: '19740812', 24337: 'ZENITH' })],
    [12, writeDg12({ 24345: 'POLICE', 24358: '20220416' })],
  ])
const signed = { issuer: authority, signedAt: '2024-05-01' }
const trusted = makeChip(groupsOf(), signer, signed)
const withKey = makeChip(groupsOf().set(15, writeDg15(key.publicKey)), signer, signed)
const unknown = makeChip(groupsOf(), strangeSigner, { issuer: stranger, signedAt: '2024-05-01' })
const altered = { ...trusted, groups: groupsOf(OTHER) }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bodyOf = ({ sod, groups }: typeof trusted, signature?: Uint8Array) => ({
  sod: base64(sod),
  dataGroups: Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)])),
  ...(signature && { activeAuthentication: { signature: base64(signature) } }),
})

describe('the chip of a document', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    for (const chip of ['off', 'instead', 'required'] as const) await test.addTenant(chip, { chip, challenge: 'off' })
    await test.addTenant('plain', { challenge: 'off' })
    const chipApp = 'https://bank.example/read-chip?from=limen'
    await test.addTenant('app', { chip: 'required', chipApp, challenge: 'off' })
    const page = {
      country: 'AND',
      mrz: { ...mrz(), fields: { ...mrz().fields, issuing_state_or_organization: 'AND', nationality: 'AND' } },
    }
    test.engine.page = async () => accept({ ...passport(), reading: passportPage(page) })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    await importTrust(test.ports, openTrustFiles, [{ name: 'ad.cer', bytes: authority.certificate }], 'system')
  })
  after(() => test.close())

  const finish = async (chip: object | undefined, tenant = 'plain') => {
    const session = await startSession(test, {}, tenant)
    const sent = chip && (await session.person.send('chip', chip)).json()
    await session.person.document()
    await session.person.face()
    await session.person.complete()
    const status = (await session.integrator.get(`${session.sessionId}/status`)).json().status
    return { ...session, sent, status }
  }
  const challengeOf = async (accessToken: string) =>
    (
      await test.app.inject({
        url: '/api/v1/enrolment/chip/challenge',
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).json()

  it('that a trusted state signed approves a document that is referred without it', async () => {
    assert.equal((await finish(undefined)).status, 'WAITING_FOR_MANUAL_APPROVE')
    const { sent, status, sessionId, integrator } = await finish(bodyOf(trusted))
    assert.deepEqual(sent, { hasError: false, country: 'AND', type: 'PASSPORT' })
    assert.equal(status, 'AUTO_APPROVED')
    const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.deepEqual(verifications.chipAuthenticity, { score: 100, level: 'HIGH' })
    assert.equal(verifications.chipCrossCheck.level, 'HIGH')
    assert.equal(verifications.documentAuthenticity, undefined, 'it has nothing to say')
  })

  it('is told in its result, with its portrait as an image', async () => {
    const { sessionId, integrator } = await finish(bodyOf(trusted))
    const answer = await integrator.get(`${sessionId}/chip/result`)
    assert.equal(answer.statusCode, 200)
    const result = answer.json()
    assert.equal(result.verdict, 'TRUSTED')
    assert.equal(result.activeAuthentication, 'ABSENT')
    assert.deepEqual(result.dataGroups, { 1: 'SAME', 2: 'SAME', 11: 'SAME', 12: 'SAME' })
    assert.deepEqual(result.holder, {
      fullName: 'ERIKSSON ANNA MARIA',
      dateOfBirth: '1974-08-12',
      placeOfBirth: 'ZENITH',
    })
    assert.deepEqual(result.document, { issuingAuthority: 'POLICE', dateOfIssue: '2022-04-16' })
    assert.equal(result.authority.origin, 'ad.cer')
    assert.ok(
      result.chipMrzResults.some(
        ({ name, value }: { name: string; value: string }) => name === 'document_number' && value === 'L898902C3',
      ),
    )
    assert.deepEqual(result.availableImages, ['chip_face'])
    assert.deepEqual((await integrator.get(`${sessionId}/images`)).json().chip, ['chip_face'])
    const image = await integrator.get(`${sessionId}/images/chip_face`)
    assert.equal(image.headers['content-type'], 'image/jpeg')
    assert.equal((await integrator.get(`${sessionId}/images/chip_files`)).statusCode, 404)
  })

  it('keeps what the reader says of its reading as said by it, and decides nothing by it', async () => {
    const said = { access: 'PACE', chipAuthentication: 'DONE', com: base64(writeCom([1, 2, 11, 12])) }
    assert.equal((await finish({ ...bodyOf(withKey), ...said })).status, 'WAITING_FOR_MANUAL_APPROVE', 'no proof')
    const { sessionId, integrator } = await finish({ ...bodyOf(trusted), ...said })
    const result = (await integrator.get(`${sessionId}/chip/result`)).json()
    assert.deepEqual(result.saidByReader, { access: 'PACE', chipAuthentication: 'DONE' })
    const { person } = await startSession(test, {}, 'plain')
    assert.equal((await person.send('chip', { ...bodyOf(trusted), access: 'MAGIC' })).statusCode, 400)
  })

  it('has no result where none was read', async () => {
    const { integrator, person, sessionId } = await startSession(test, {}, 'plain', 'test')
    await person.document()
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/chip/result`)).statusCode, 404)
  })

  it('that was altered is rejected, also when no policy asks for chips, and leaving it out afterwards changes nothing', async () => {
    const { sent, status } = await finish(bodyOf(altered))
    assert.deepEqual(sent, { hasError: true, error: 'CHIP_ALTERED' })
    assert.equal(status, 'AUTO_REJECTED')
  })

  it('of an issuer that nobody trusts is referred', async () => {
    const { sent, status } = await finish(bodyOf(unknown))
    assert.equal(sent.hasError, false)
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('of another document than the one in the picture is rejected', async () => {
    const { status } = await finish(bodyOf(makeChip(groupsOf(OTHER), signer, signed)))
    assert.equal(status, 'AUTO_REJECTED')
  })

  it('is compared with the selfie by its portrait, not by the printed one', async () => {
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(-1, 0) })
    const { status, integrator, sessionId } = await finish(bodyOf(trusted))
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    assert.equal(status, 'AUTO_REJECTED')
    const { factors } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    const found = factors.find(({ name }: { name: string }) => name === 'faceVerification')
    assert.match(found.reason, /does not match the portrait in the chip/)
  })

  it('that has a key of its own is asked to sign a challenge, which is used once', async () => {
    assert.equal((await finish(bodyOf(withKey))).status, 'WAITING_FOR_MANUAL_APPROVE', 'it may be a copy')
    const withheld = { ...withKey, groups: groupsOf() }
    assert.equal((await finish(bodyOf(withheld))).status, 'WAITING_FOR_MANUAL_APPROVE', 'its key was left out')

    const { accessToken, person, integrator, sessionId } = await startSession(test, {}, 'plain')
    const { challenge } = await challengeOf(accessToken)
    assert.match(challenge, /^[0-9a-f]{16}$/)
    const answer = answerByCurve(key, Buffer.from(challenge, 'hex'), 'sha256', 'plain')
    assert.equal((await person.send('chip', bodyOf(withKey, answer))).json().hasError, false)
    await person.document()
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/chip/result`)).json().activeAuthentication, 'GENUINE')
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'AUTO_APPROVED')

    const again = await startSession(test, {}, 'plain')
    await challengeOf(again.accessToken)
    const replayed = await again.person.send('chip', bodyOf(withKey, answer))
    assert.equal(replayed.json().hasError, false)
    await again.person.document()
    await again.person.face()
    await again.person.complete()
    assert.equal((await again.integrator.get(`${again.sessionId}/status`)).json().status, 'AUTO_REJECTED', 'a copy')
  })

  it('counts an answer to no challenge, an old one or one that was used as none', async () => {
    const { accessToken, person, sessionId } = await startSession(test, {}, 'plain')
    const load = async () => (await test.ports.sessions.load('plain', sessionId))?.chip?.activeAuthentication
    const { challenge } = await challengeOf(accessToken)
    const answer = answerByCurve(key, Buffer.from(challenge, 'hex'), 'sha256', 'plain')
    await person.send('chip', bodyOf(withKey, answer))
    assert.equal(await load(), 'GENUINE')
    await person.send('chip', bodyOf(withKey, answer))
    assert.equal(await load(), 'ABSENT', 'it was used')

    const late = (await challengeOf(accessToken)).challenge
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 6 * 60_000)
    await person.send('chip', bodyOf(withKey, answerByCurve(key, Buffer.from(late, 'hex'), 'sha256', 'plain')))
    test.clock.now = before
    assert.equal(await load(), 'ABSENT', 'it was too late')
  })

  it('cannot be read: nothing is kept', async () => {
    const { person, sessionId } = await startSession(test, {}, 'plain')
    for (const body of [
      { ...bodyOf(trusted), sod: base64(Buffer.from('nothing')) },
      { ...bodyOf(trusted), dataGroups: { 1: base64(Buffer.of(0x61, 0)), 2: base64(Buffer.of(0x75, 0)) } },
    ])
      assert.deepEqual((await person.send('chip', body)).json(), { hasError: true, error: 'CHIP_UNREADABLE' })
    assert.equal((await test.ports.sessions.load('plain', sessionId))?.chip, undefined)
  })

  it('is refused where the body does not fit, where it is too large, and where the tenant does not take chips', async () => {
    const { person, accessToken } = await startSession(test, {}, 'plain')
    for (const body of [
      {},
      { sod: 'AAAA' },
      { ...bodyOf(trusted), dataGroups: { 1: 'AAAA', 2: 'AAAA', 3: 'AAAA' } },
      { ...bodyOf(trusted), sod: 'not base64!' },
    ])
      assert.equal((await person.send('chip', body)).statusCode, 400)
    const large = {
      ...bodyOf(trusted),
      dataGroups: { 1: base64(Buffer.alloc(700_000)), 2: base64(Buffer.alloc(700_000)) },
    }
    assert.equal((await person.send('chip', large)).statusCode, 413)
    assert.equal(
      (await test.app.inject({ method: 'POST', url: '/api/v1/enrolment/chip', payload: {} })).statusCode,
      401,
    )
    await test.addTenant('face-only', { steps: ['face'], challenge: 'off' })
    for (const tenant of ['off', 'face-only']) {
      const session = await startSession(test, {}, tenant)
      assert.equal((await session.person.send('chip', bodyOf(trusted))).statusCode, 400, tenant)
      assert.equal((await challengeOf(session.accessToken)).error, 'BAD_REQUEST', tenant)
    }
    assert.ok(accessToken)
  })

  it('is asked for its letters last, and in linear time however long its files are', async () => {
    // White space and then a letter that is none of Base64: the longest file that a body can have.
    const hostile = { ...bodyOf(trusted), sod: `${' '.repeat(1_300_000)}!` }
    const began = performance.now()
    const { person } = await startSession(test, {}, 'plain')
    const wrong = await person.send('chip', hostile)
    assert.equal(wrong.statusCode, 400)
    assert.match(wrong.json<{ detail?: string; message?: string }>().detail ?? wrong.body, /sod is not Base64/)
    const off = await (await startSession(test, {}, 'off')).person.send('chip', hostile)
    assert.equal(off.statusCode, 400)
    assert.match(off.body, /is not accepted/)
    const done = await startSession(test, {}, 'plain')
    await done.person.document()
    await done.person.face()
    await done.person.complete()
    assert.match((await done.person.send('chip', hostile)).body, /SESSION_ALREADY_COMPLETED/)
    assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`)
  })

  it('is wanted by complete where the flow requires it, and stands for the document where the flow says so', async () => {
    const required = await startSession(test, {}, 'required')
    await required.person.document()
    await required.person.face()
    assert.deepEqual((await required.person.complete()).json().missing, ['chip'])
    await required.person.send('chip', bodyOf(trusted))
    await required.person.complete()
    assert.equal((await required.integrator.get(`${required.sessionId}/status`)).json().status, 'AUTO_APPROVED')

    const instead = await startSession(test, {}, 'instead')
    await instead.person.face()
    assert.deepEqual((await instead.person.complete()).json().missing, ['document.FRONT'])
    await instead.person.send('chip', bodyOf(trusted))
    await instead.person.complete()
    assert.equal((await instead.integrator.get(`${instead.sessionId}/status`)).json().status, 'AUTO_APPROVED')
    const { verifications } = (await instead.integrator.get(`${instead.sessionId}/decision/results`)).json()
    assert.equal(verifications.dateOfExpiration.level, 'HIGH')
    assert.equal(verifications.faceVerification.level, 'HIGH')
    assert.equal(verifications.mrzValidity.level, 'UNAVAILABLE')
    const late = await instead.person.send('chip', bodyOf(trusted))
    assert.deepEqual(late.json(), { hasError: true, error: 'SESSION_ALREADY_COMPLETED' })
  })

  it('is led to by a link to the app of the tenant, with what opens the chip where no server sees it', async () => {
    const open = async (accessToken: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/chip/app',
        headers: { authorization: `Bearer ${accessToken}` },
      })
    const { accessToken, person, sessionId } = await startSession(test, {}, 'app')
    const state = async () =>
      (
        await test.app.inject({
          url: '/api/v1/enrolment/session',
          headers: { authorization: `Bearer ${accessToken}` },
        })
      ).json()
    assert.deepEqual((await state()).chip, { received: false, app: true })
    const early = new URL((await open(accessToken)).json().url)
    assert.equal(new URLSearchParams(early.hash.slice(1)).get('documentNumber'), null, 'no document was read yet')

    await person.document()
    const { url } = (await open(accessToken)).json()
    assert.ok(url.startsWith('https://bank.example/read-chip?from=limen#api='), 'everything is in the fragment')
    const carried = new URLSearchParams(new URL(url).hash.slice(1))
    assert.deepEqual(
      [carried.get('documentNumber'), carried.get('birthDate'), carried.get('expiryDate')],
      ['L898902C3', '740812', mrz().fields.date_of_expiry],
    )
    assert.equal(carried.get('api'), 'http://localhost:8080')

    // The app sends the chip with the token that it was given; the page's own goes on.
    const sent = await test.app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/chip',
      headers: { authorization: `Bearer ${carried.get('token')}` },
      payload: bodyOf(trusted),
    })
    assert.equal(sent.json().hasError, false)
    assert.deepEqual((await state()).chip, { received: true, app: true })
    assert.equal((await test.ports.sessions.load('app', sessionId))?.chip?.verdict, 'TRUSTED')

    await person.face()
    await person.complete()
    assert.deepEqual((await open(accessToken)).json(), { hasError: true, error: 'SESSION_ALREADY_COMPLETED' })
    const plain = await startSession(test, {}, 'plain')
    assert.equal((await open(plain.accessToken)).statusCode, 404)
    assert.equal((await open('')).statusCode, 401)
  })

  it('is in the evidence with what the state signed, without the portrait, and the bundle verifies', async () => {
    const { sessionId, integrator } = await finish(bodyOf(trusted))
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle, undefined, [checkSignedFiles]).problems, [])
    const files = unzipSync(bundle)
    const chip = JSON.parse(strFromU8(files['chip.json'] ?? new Uint8Array()))
    assert.equal(chip.sod, base64(trusted.sod))
    assert.deepEqual(Object.keys(chip.dataGroups), ['1', '11', '12'])
    const evidence = JSON.parse(strFromU8(files['evidence.json'] ?? new Uint8Array()))
    assert.ok(evidence.chip.portrait.values.length <= 3, 'how faces compare, not what they are')
    const other = { ...evidence, chip: { ...evidence.chip, mrz: { ...evidence.chip.mrz, lines: ['P<UTO'] } } }
    assert.deepEqual(
      checkSignedFiles(other, () => chip),
      ['the evidence does not agree with the chip'],
    )
    const [byte = ''] = chip.dataGroups['1']
    const altered = { ...chip.dataGroups, 1: `${byte === 'A' ? 'B' : 'A'}${chip.dataGroups['1'].slice(1)}` }
    assert.notDeepEqual(
      checkSignedFiles(evidence, () => ({ ...chip, dataGroups: altered })),
      [],
    )
  })

  it('is in the copy for the person, and erased with the session', async () => {
    const { sessionId, integrator } = await finish(bodyOf(trusted))
    const copy = await exportPerson(test.ports, { tenant: 'plain', actor: 'system' }, sessionId)
    const names = Object.keys(unzipSync(copy.ok ? copy.value : new Uint8Array()))
    for (const name of ['read-from-chip.json', 'pictures/chip_face.jpg', 'pictures/chip_files.json'])
      assert.ok(names.includes(name), name)
    const objects = Object.values((await test.ports.sessions.load('plain', sessionId))?.images.CHIP ?? {})
    assert.equal(objects.length, 2)
    assert.equal((await integrator.remove(sessionId)).statusCode, 204)
    for (const object of objects)
      assert.equal(await test.ports.images.get(sessionId, object).catch(() => undefined), undefined)
  })

  it('sent again replaces the earlier one and its files', async () => {
    const { person, sessionId } = await startSession(test, {}, 'plain')
    await person.send('chip', bodyOf(altered))
    const before = Object.values((await test.ports.sessions.load('plain', sessionId))?.images.CHIP ?? {})
    await person.send('chip', bodyOf(trusted))
    assert.equal((await test.ports.sessions.load('plain', sessionId))?.chip?.verdict, 'TRUSTED')
    for (const object of before)
      assert.equal(await test.ports.images.get(sessionId, object).catch(() => undefined), undefined)
  })
})

describe('a policy', () => {
  const chip = {
    verdict: 'ALTERED' as const,
    reasons: [],
    dataGroups: {},
    signedGroups: [],
    activeAuthentication: 'ABSENT' as const,
    mrz: mrz(),
    readAt: '2026-06-15T10:00:00Z',
  }

  it('cannot let an altered chip pass', () => {
    const { factors } = defaultPolicy()
    const lax = { ...factors.chipAuthenticity, onLow: 'ignore' } as FactorRule
    const flow = { asksChallenge: false }
    assert.deepEqual(contradictionsOf(defaultPolicy(), flow), [])
    const [sentence] = contradictionsOf({ ...defaultPolicy(), factors: { ...factors, chipAuthenticity: lax } }, flow)
    assert.match(sentence ?? '', /an altered chip is rejected in live mode/)
  })

  it('that says nothing of chips rejects an altered one in live mode all the same', () => {
    const { chipAuthenticity: _, chipCrossCheck: __, ...factors } = defaultPolicy().factors
    const policy = { ...defaultPolicy(), factors }
    const evidence = { ...passportEvidence(), chip }
    const live = decide({ ...evidence, mode: 'live' }, policy)
    assert.equal(live.outcome, 'reject')
    assert.match(live.reasons[0] ?? '', /The chip was altered/)
    assert.deepEqual(checkDecision(live, { ...evidence, mode: 'live' }, policy).problems, [])
    assert.notEqual(decide({ ...evidence, mode: 'test' }, policy).outcome, 'reject')
  })
})
