import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify, revoke } from '../../../packages/specimen/src/chip/certify.ts'
import { makeSealAuthority, signClaim169, signVds, signVdsNc } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { verifySeal } from '../../../src/features/seal/verify/verify-seal.ts'
import { AUTHORITY, NOW, PERSON, SEALS, TRUST_FILES, trustIn } from './seals.ts'

const trust = trustIn(TRUST_FILES)
const judged = (bytes: Uint8Array, files: Record<string, Uint8Array> = TRUST_FILES, now = NOW) => {
  const { verdict, signature, reasons } = verifySeal(bytes, trustIn(files), now)
  return { verdict, signature, codes: reasons.map(({ code }) => code) }
}
const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const

describe('a seal', () => {
  for (const [kind, bytes] of Object.entries(SEALS))
    it(`of the kind ${kind} is read and trusted`, () => {
      const { verdict, signature, seal, reasons } = verifySeal(bytes, trust, NOW)
      assert.equal(verdict, 'TRUSTED', JSON.stringify(reasons))
      assert.equal(signature, 'HOLDS')
      assert.equal(seal?.kind, kind.split(' ')[0])
      const { surname, givenNames, fullName, dateOfBirth, sex } = seal?.fields ?? {}
      assert.equal(fullName ?? `${givenNames} ${surname}`, 'ANNA SPECIMEN')
      assert.deepEqual([dateOfBirth, sex], ['1974-08-12', 'F'])
    })

  it('gives the portrait that it holds', () => {
    for (const kind of ['CLAIM_169', 'AADHAAR'] as const)
      assert.deepEqual(Buffer.from(verifySeal(SEALS[kind], trust, NOW).seal?.portrait ?? []), PERSON.portrait)
  })

  it('of nobody that is trusted has an unknown issuer', () => {
    const others = makeSealAuthority()
    assert.deepEqual(judged(SEALS.VDS, { 'a.cer': others.authority.certificate }), {
      verdict: 'UNKNOWN_ISSUER',
      signature: 'NOT_CHECKED',
      codes: ['SIGNER_NOT_FOUND'],
    })
    assert.deepEqual(judged(SEALS.VDS_NC, { 'a.cer': others.authority.certificate }).codes, [
      'AUTHORITY_UNKNOWN',
      'SIGNATURE_HOLDS',
    ])
  })

  it('that somebody signed again with a key of their own is not trusted', () => {
    const forger = makeSealAuthority()
    assert.equal(judged(signVds(PERSON, { ...AUTHORITY.signer, key: forger.signer.key })).verdict, 'ALTERED')
    assert.equal(judged(signVdsNc(PERSON, forger.signer)).verdict, 'UNKNOWN_ISSUER')
    assert.equal(judged(signClaim169(PERSON, { ...AUTHORITY, token: forger.token })).verdict, 'ALTERED')
  })

  it('is trusted by its signer alone, when the operator named that one', () => {
    const { 'authority.cer': _, ...signers } = TRUST_FILES
    assert.equal(judged(SEALS.VDS, signers).verdict, 'TRUSTED')
  })

  it('of a signer that was revoked has an unknown issuer', () => {
    const list = revoke(AUTHORITY.authority, [AUTHORITY.signer.serial])
    assert.deepEqual(judged(SEALS.VDS, { ...TRUST_FILES, 'a.crl': list }), {
      verdict: 'UNKNOWN_ISSUER',
      signature: 'HOLDS',
      codes: ['SIGNER_REVOKED', 'SIGNATURE_HOLDS'],
    })
  })

  it('of another country than its signer has an unknown issuer', () => {
    assert.equal(judged(signVds(PERSON, AUTHORITY.signer, { country: 'FRA' })).codes[0], 'COUNTRY_DIFFERS')
  })

  it('that was signed outside its signer’s validity is expired', () => {
    const old = certify('TS', { way, by: AUTHORITY.authority, serial: 9, from: '2020-01-01', until: '2021-01-01' })
    const files = { ...TRUST_FILES, 'old.cer': old.certificate }
    assert.deepEqual(judged(signVds(PERSON, old), files).codes, ['SIGNER_OUTSIDE_VALIDITY', 'SIGNATURE_HOLDS'])
    assert.equal(judged(signVds(PERSON, old), files).verdict, 'EXPIRED')
    assert.equal(judged(signVds(PERSON, old, { signedOn: '2020-05-05' }), files).verdict, 'TRUSTED')
  })

  it('of a signer whose key may not sign documents has an unknown issuer', () => {
    const lists = certify('TS', { way, by: AUTHORITY.authority, serial: 10, purposes: ['2.23.136.1.1.3'] })
    const certifies = certify('TS', { way, by: AUTHORITY.authority, serial: 11, keyUsage: 0x04 })
    for (const signer of [lists, certifies])
      assert.equal(
        judged(signVds(PERSON, signer), { ...TRUST_FILES, 'b.cer': signer.certificate }).codes[0],
        'SIGNER_FOR_ANOTHER_PURPOSE',
      )
  })

  it('is expired after its time, and not valid before it', () => {
    assert.deepEqual(judged(SEALS.CLAIM_169, TRUST_FILES, Date.parse('2031-01-01')).codes[0], 'VALIDITY_OVER')
    assert.deepEqual(judged(SEALS.VDS, TRUST_FILES, Date.parse('2025-01-01')).codes[0], 'NOT_YET_VALID')
  })

  it('never says something else when any one byte of it is changed', () => {
    for (const [kind, bytes] of Object.entries(SEALS)) {
      const said = (found: ReturnType<typeof verifySeal>) =>
        JSON.stringify([found.seal?.fields, found.seal?.values, found.seal?.country, found.seal?.validUntil])
      const whole = said(verifySeal(bytes, trust, NOW))
      for (const [at, byte] of bytes.entries())
        for (const change of [1, 0x20, 0x80]) {
          const found = verifySeal(Uint8Array.from(bytes).with(at, byte ^ change), trust, NOW)
          const isSafe = found.signature !== 'HOLDS' || said(found) === whole
          assert.ok(isSafe, `${kind}, byte ${at}`)
        }
    }
  })

  it('that ends early is not trusted', () => {
    for (const [kind, bytes] of Object.entries(SEALS))
      for (let length = 0; length < bytes.length; length += 1)
        assert.notEqual(verifySeal(bytes.subarray(0, length), trust, NOW).verdict, 'TRUSTED', `${kind}, ${length}`)
  })
})
