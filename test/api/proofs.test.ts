import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { certify, makeAuthority } from '../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../packages/specimen/src/chip/write-groups.ts'
import { checkSignedFiles } from '../../src/features/chip/verify/verify-chip.ts'
import { checkPresentation } from '../../src/features/wallet/verify/check-presentation.ts'
import { openWalletTrustFiles } from '../../src/features/wallet/verify/wallet-trust.ts'
import { accept } from '../../src/formats/result.ts'
import { withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { TRUST_FACTORS } from '../../src/kernel/decision/levels.ts'
import { defaultPolicyRules, type PolicyRules } from '../../src/kernel/decision/policy.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { openTrustFiles } from '../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../src/kernel/trust/trust.ts'
import { template } from '../kernel/decision/genuine.ts'
import { auditEntry } from '../storage/sample.ts'
import { face, JPEG, passport, startTestApp, type TestApp } from '../support/app.ts'
import { makeIssuer } from '../support/wallet/issuer.ts'
import { makeOperator, makeWallet, readRequest } from '../support/wallet/software-wallet.ts'
import { startSession } from './client.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const seconds = Math.floor(NOW.getTime() / 1000)
const TERMS = { issuedAt: seconds - 60, notBefore: seconds - 60, expires: seconds + 86_400 }
const ORIGIN = 'http://localhost:8080'
const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const

const state = makeAuthority('CSCA', { way, country: 'AD' })
const signer = certify('Signer', { way, by: state, country: 'AD' })
const ownState = makeAuthority('CSCA', { way, country: 'AD', withoutKeyIdentifiers: true })
const ownSigner = certify('Signer', { way, by: ownState, country: 'AD', withoutKeyIdentifiers: true })
const issuer = makeIssuer('AD')

/** Anna holds a passport and a credential; Otto has a passport of his own. Their portraits differ in length alone. */
const ANNA = JPEG
const OTTO = Buffer.concat([JPEG, Buffer.alloc(16)])
const LINES = {
  anna: ['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12'],
  otto: ['P<ANDSPECIMEN<<OTTO<<<<<<<<<<<<<<<<<<<<<<<<<', 'X123456783AND6001012M3004153<<<<<<<<<<<<<<06'],
}
const chipOf = (person: 'anna' | 'otto', by = { signer, issuer: state }) => {
  const portrait = person === 'anna' ? ANNA : OTTO
  const groups = new Map([
    [1, writeDg1(LINES[person])],
    [2, writeDg2(portrait)],
  ])
  const made = makeChip(groups, by.signer, { issuer: by.issuer, signedAt: '2024-05-01' })
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return { sod: base64(made.sod), dataGroups: { 1: base64(groups.get(1) ?? JPEG), 2: base64(groups.get(2) ?? JPEG) } }
}

/** As version 0.1 kept them: the specification's eight factors, nothing about chips, credentials or specimens. */
const eight: PolicyRules = {
  name: 'eight',
  version: '1',
  factors: Object.fromEntries(
    TRUST_FACTORS.map((name) => [name, defaultPolicyRules().factors[name]]),
  ) as PolicyRules['factors'],
}

describe('proofs of one session', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({
      mode: 'live',
      wallets: { ...makeOperator(), fetchStatusList: () => Promise.reject(new Error('no list')) },
    })
    const issuance = { claims: ['family_name', 'given_name', 'birthdate', 'picture'] as never, days: 365 }
    for (const tenant of ['bank', 'old'])
      await test.addTenant(tenant, { chip: 'instead', wallet: 'instead', challenge: 'off', issuance })
    await test.ports.policies.use('old', withSha256(eight), auditEntry('policy.use', { tenant: 'old' }))
    await importTrust(test.ports, openTrustFiles, [{ name: 'ad.cer', bytes: state.certificate }], 'system')
    const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], NOW.getTime()), files, 'system', 'wallet')
    test.engine.readStoredPortrait = async ({ length }) => ({
      image: JPEG,
      template: length === ANNA.length ? template(1, 0) : template(0, 1),
    })
  })
  after(() => test.close())
  beforeEach(() => selfieOf('anna'))

  const selfieOf = (person: 'anna' | 'otto') => {
    const { reading, ...rest } = face()
    const own = person === 'anna' ? template(0.95, 0.05) : template(0.05, 0.95)
    test.engine.face = async () => accept({ ...rest, reading: { ...reading, template: own } })
  }
  type Session = Awaited<ReturnType<typeof startSession>>
  const show = async ({ person }: Session, claims: object = {}, portrait: Uint8Array | 'withheld' = ANNA) => {
    const drawn = (await person.send('credential/request', { transport: 'browser' })).json()
    const request = readRequest(drawn.request)
    // The wallet holds a portrait, and its holder leaves that disclosure out.
    if (portrait === 'withheld')
      for (const asked of request.dcql_query.credentials)
        asked.claims = asked.claims?.filter(({ id }) => id !== 'portrait') ?? []
    const wallet = makeWallet(issuer, {
      id: 'pid_sd_jwt',
      portrait: portrait === 'withheld' ? ANNA : portrait,
      terms: TERMS,
      at: seconds,
      claims: { issuing_country: 'AD', family_name: 'Eriksson', ...claims },
    })
    const sent = await person.send('credential', { response: await wallet(request, ORIGIN) })
    assert.equal(sent.json().hasError, false, sent.body)
  }
  const finish = async ({ person, integrator, sessionId }: Session): Promise<string> => {
    await person.face()
    await person.complete()
    return (await integrator.get(`${sessionId}/status`)).json().status
  }

  for (const tenant of ['bank', 'old'])
    it(`of two people approve nobody, and no credential is issued: ${tenant === 'old' ? 'a policy of before' : 'the default policy'}`, async () => {
      selfieOf('otto')
      const session = await startSession(test, {}, tenant)
      assert.equal((await session.person.send('chip', chipOf('otto'))).json().hasError, false)
      await show(session)
      assert.equal(await finish(session), 'AUTO_REJECTED')
      const { integrator, sessionId } = session
      assert.equal((await integrator.post(`${sessionId}/credential/offer`)).json().code, 'CREDENTIAL_UNAVAILABLE')
      const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
      assert.deepEqual(verifications.proofConsistency, { score: 0, level: 'LOW' })
      const { factors } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
      const { reason } = factors.find(({ name }: { name: string }) => name === 'proofConsistency')
      assert.match(reason, /The chip and the credential differ in surname, given names, date of birth, portrait\./)
      const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
      assert.deepEqual(verifyEvidence(bundle, undefined, [checkSignedFiles, checkPresentation]).problems, [])
    })

  it('of two people approve nobody where the wallet withholds the victim’s portrait', async () => {
    selfieOf('otto')
    const session = await startSession(test, {}, 'old')
    await session.person.send('chip', chipOf('otto'))
    await show(session, {}, 'withheld')
    assert.equal(await finish(session), 'AUTO_REJECTED')
  })

  it('of one person approve that person', async () => {
    for (const tenant of ['bank', 'old']) {
      const session = await startSession(test, { applicantForm: { lastName: 'Eriksson' } }, tenant)
      await session.person.send('chip', chipOf('anna'))
      await show(session)
      assert.equal(await finish(session), 'AUTO_APPROVED')
      const { verifications } = (await session.integrator.get(`${session.sessionId}/decision/results`)).json()
      assert.equal(verifications.proofConsistency, undefined, 'it has nothing to say')
    }
  })

  it('that differ in one value alone are referred', async () => {
    const session = await startSession(test, {}, 'old')
    await session.person.send('chip', chipOf('anna'))
    await show(session, { family_name: 'Eriksson-Berg' })
    assert.equal(await finish(session), 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('count by the weakest face: a chip that matches does not make up for a credential that does not', async () => {
    const session = await startSession(test, {}, 'old')
    await session.person.send('chip', chipOf('anna'))
    await show(session, {}, OTTO)
    assert.equal(await finish(session), 'AUTO_REJECTED')
  })

  it('are compared with what the caller announced, also where a chip stands in for the document', async () => {
    const session = await startSession(test, { applicantForm: { lastName: 'Mallory' } }, 'old')
    await session.person.send('chip', chipOf('anna'))
    assert.equal(await finish(session), 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('stand in for the document only when they are proven, whatever the policy says', async () => {
    await test.addTenant('paper', { chip: 'instead', steps: ['document'] })
    await test.ports.policies.use('paper', withSha256(eight), auditEntry('policy.use', { tenant: 'paper' }))
    const completed = async (chip: object) => {
      const { person, integrator, sessionId } = await startSession(test, {}, 'paper')
      assert.equal((await person.send('chip', chip)).json().hasError, false)
      await person.complete()
      const { decision } = (await test.ports.sessions.load('paper', sessionId)) ?? {}
      return { status: (await integrator.get(`${sessionId}/status`)).json().status, boundBy: decision?.boundBy }
    }
    const made = await completed(chipOf('anna', { signer: ownSigner, issuer: ownState }))
    assert.equal(made.status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.deepEqual(
      made.boundBy?.map(({ rule }) => rule),
      ['documentProven'],
    )
    assert.equal((await completed(chipOf('anna'))).status, 'AUTO_APPROVED')
  })

  it('of a wallet that withholds the portrait do not approve a stranger’s selfie, whatever the policy says', async () => {
    const lax = { ...eight, factors: { ...eight.factors } }
    lax.factors.faceVerification = { ...defaultPolicyRules().factors.faceVerification, onUnknown: 'ignore' }
    await test.addTenant('lax', { chip: 'instead', wallet: 'instead', challenge: 'off' })
    await test.ports.policies.use('lax', withSha256(lax), auditEntry('policy.use', { tenant: 'lax' }))
    selfieOf('otto')
    for (const tenant of ['bank', 'old', 'lax']) {
      const session = await startSession(test, {}, tenant)
      await show(session, {}, 'withheld')
      assert.equal(await finish(session), 'WAITING_FOR_MANUAL_APPROVE', tenant)
    }
    selfieOf('anna')
    const session = await startSession(test, {}, 'bank')
    await session.person.send('chip', chipOf('anna'))
    await show(session, {}, 'withheld')
    assert.equal(await finish(session), 'AUTO_APPROVED', 'the chip of the same person has one')
  })

  it('are compared with the earlier session of a person who comes back', async () => {
    await test.addTenant('club', { challenge: 'off' })
    test.engine.page = async () => accept(passport())
    const consent = { givenAt: '2026-06-15T09:00:00Z', textVersion: '2026-03', keepFace: true }
    const first = await startSession(test, { consent }, 'club', 'test')
    await first.person.document()
    assert.equal(await finish(first), 'AUTO_APPROVED')
    const comeBack = async (applicantForm: object) => {
      const body = { flow: 'returning', personOf: first.sessionId, applicantForm }
      return startSession(test, body, 'club', 'test')
    }
    const same = await comeBack({ firstName: 'Anna', lastName: 'Eriksson', dateOfBirth: '1974-08-12' })
    assert.equal(await finish(same), 'AUTO_APPROVED')
    const other = await comeBack({ lastName: 'Mallory' })
    assert.equal(await finish(other), 'WAITING_FOR_MANUAL_APPROVE')
    const stored = await test.ports.sessions.load('club', other.sessionId)
    assert.deepEqual(stored?.decision?.evidence.person?.contradictions, [
      { between: 'earlier session and the announcement', differing: ['surname'] },
    ])
  })
})
