import assert from 'node:assert/strict'
import { constants, createHash, privateDecrypt } from 'node:crypto'
import { describe, it } from 'node:test'
import { answerByCurve, answerByRsa } from '../../lab/specimen/chip/make-chip.ts'
import { makeKey } from '../../lab/specimen/chip/sign.ts'
import { writeDg15 } from '../../lab/specimen/chip/write-groups.ts'
import type { Hash } from '../../src/chip/algorithms.ts'
import { TrustStore } from '../../src/chip/trust-store.ts'
import { verifyChip } from '../../src/chip/verify-chip.ts'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../src/domain/chip/asn1/der.ts'

const challenge = Buffer.from('0102030405060708', 'hex')
const other = Buffer.from('0102030405060709', 'hex')
const judge = (
  key: { publicKey: Uint8Array },
  signature: Uint8Array,
  asked: Uint8Array = challenge,
  dg14?: Uint8Array,
) =>
  verifyChip(
    { groups: new Map([[15, writeDg15(key.publicKey)], ...(dg14 ? [[14, dg14] as const] : [])]), signature },
    { trust: new TrustStore([]), now: 0, challenge: asked },
  ).activeAuthentication

describe('active authentication by RSA', () => {
  const key = makeKey({ kind: 'rsa', hash: 'sha1', bits: 1024 })

  for (const hash of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'] satisfies Hash[])
    it(`opens a signature whose trailer names ${hash}, and no other challenge`, () => {
      const signature = answerByRsa(key, challenge, hash)
      assert.equal(judge(key, signature), 'GENUINE')
      assert.equal(judge(key, signature, other), 'FALSE')
    })

  for (const hash of ['sha1', 'sha256'] satisfies Hash[])
    it(`opens a signature whose trailer leaves ${hash} open`, () => {
      const signature = answerByRsa(key, challenge, hash, 'implied')
      assert.equal(judge(key, signature), 'GENUINE')
      assert.equal(judge(key, signature, other), 'FALSE')
    })

  it('opens a signature that is the smaller of two numbers', () => {
    const signature = answerByRsa(key, challenge, 'sha1')
    const { n = '' } = key.privateKey.export({ format: 'jwk' })
    const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
    const turned = modulus - BigInt(`0x${Buffer.from(signature).toString('hex')}`)
    assert.equal(judge(key, Buffer.from(turned.toString(16).padStart(256, '0'), 'hex')), 'GENUINE')
  })

  it('wants the challenge at the end of a message that is recovered whole', () => {
    const sign = (message: Uint8Array) => {
      const digest = createHash('sha1').update(message).digest()
      const padding = Buffer.alloc(128 - 1 - message.length - 20 - 1, 0xbb)
      padding[padding.length - 1] = 0xba
      const block = Buffer.concat([Buffer.of(0x4b), padding, message, digest, Buffer.of(0xbc)])
      return privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block)
    }
    assert.equal(judge(key, sign(Buffer.concat([Buffer.from('own'), challenge]))), 'GENUINE')
    assert.equal(judge(key, sign(Buffer.from('nothing that was asked'))), 'FALSE')
  })

  it('calls a signature of another key, of another length or of zeros false', () => {
    const stranger = makeKey({ kind: 'rsa', hash: 'sha1', bits: 1024 })
    assert.equal(judge(key, answerByRsa(stranger, challenge, 'sha1')), 'FALSE')
    assert.equal(judge(key, answerByRsa(key, challenge, 'sha1').subarray(1)), 'FALSE')
    assert.equal(judge(key, new Uint8Array(128)), 'FALSE')
    assert.equal(judge(key, new Uint8Array(128).fill(255)), 'FALSE')
  })
})

describe('active authentication by elliptic curves', () => {
  for (const curve of ['prime256v1', 'brainpoolP320r1', 'secp521r1'])
    for (const form of ['plain', 'der'] as const)
      it(`verifies a ${form} signature on ${curve}, and no other challenge`, () => {
        const key = makeKey({ kind: 'ecdsa', hash: 'sha256', curve, parameters: 'explicit' })
        const signature = answerByCurve(key, challenge, 'sha256', form)
        assert.equal(judge(key, signature), 'GENUINE')
        assert.equal(judge(key, signature, other), 'FALSE')
        assert.equal(judge(key, signature.subarray(1)), 'FALSE')
      })

  it('takes the hash that DG14 states', () => {
    const key = makeKey({ kind: 'ecdsa', hash: 'sha384', curve: 'secp384r1' })
    const info = derSequence(
      derObjectIdentifier('2.23.136.1.1.5'),
      derInteger(Uint8Array.of(1)),
      derObjectIdentifier('0.4.0.127.0.7.1.1.4.1.4'),
    )
    const dg14 = der(0x6e, der(0x31, info))
    assert.equal(judge(key, answerByCurve(key, challenge, 'sha384', 'plain'), challenge, dg14), 'GENUINE')
  })
})

describe('a chip that did not answer', () => {
  const key = makeKey({ kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' })
  const groups = new Map([[15, writeDg15(key.publicKey)]])

  it('has no active authentication, with or without a key', () => {
    for (const files of [{ groups }, { groups: new Map(), signature: new Uint8Array(64) }])
      assert.equal(verifyChip(files, { trust: new TrustStore([]), now: 0, challenge }).activeAuthentication, 'ABSENT')
  })

  it('is not judged without the challenge', () => {
    const signature = answerByCurve(key, challenge, 'sha256', 'plain')
    const result = verifyChip({ groups, signature }, { trust: new TrustStore([]), now: 0 })
    assert.equal(result.activeAuthentication, 'ABSENT')
    assert.equal(result.reasons[0]?.code, 'CHALLENGE_MISSING')
  })

  it('is false when its key cannot be read', () => {
    const files = { groups: new Map([[15, Uint8Array.of(0x6f, 1, 0)]]), signature: new Uint8Array(64) }
    const result = verifyChip(files, { trust: new TrustStore([]), now: 0, challenge })
    assert.equal(result.activeAuthentication, 'FALSE')
    assert.equal(result.reasons[0]?.code, 'ACTIVE_AUTHENTICATION_UNREADABLE')
  })
})
