import assert from 'node:assert/strict'
import { constants, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, it } from 'node:test'
import { answerByCurve, answerByRsa } from '../../../packages/specimen/src/chip/make-chip.ts'
import { makeKey } from '../../../packages/specimen/src/chip/sign.ts'
import { writeDg15 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { verifyChip } from '../../../src/features/chip/verify/verify-chip.ts'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../src/formats/asn1/der.ts'
import type { Hash } from '../../../src/formats/x509/public-key.ts'
import { TrustStore } from '../../../src/formats/x509/trust-store.ts'

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

  it('wants every byte of the block in its place', () => {
    const own = Buffer.alloc(128 - 1 - 20 - 1, 7)
    const digest = createHash('sha1').update(own).update(challenge).digest()
    const sign = (block: Buffer) => privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block)
    const block = (first: number, trailer: number) => Buffer.concat([Buffer.of(first), own, digest, Buffer.of(trailer)])
    assert.equal(judge(key, sign(block(0x6a, 0xbc))), 'GENUINE')
    for (const first of [0x6b, 0x7a, 0x2a, 0x60]) assert.equal(judge(key, sign(block(first, 0xbc))), 'FALSE')
    assert.equal(judge(key, sign(block(0x6a, 0xac))), 'FALSE')
    const empty = createHash('sha1').update(challenge).digest()
    const padded = Buffer.concat([Buffer.of(0x6b), Buffer.alloc(105, 0xbb), Buffer.of(0xba), empty, Buffer.of(0xbc)])
    assert.equal(judge(key, sign(padded)), 'FALSE', 'the part that the chip chose is not there')
  })

  it('calls a signature of another key, of another length or of zeros false', () => {
    const stranger = makeKey({ kind: 'rsa', hash: 'sha1', bits: 1024 })
    assert.equal(judge(key, answerByRsa(stranger, challenge, 'sha1')), 'FALSE')
    assert.equal(judge(key, answerByRsa(key, challenge, 'sha1').subarray(1)), 'FALSE')
    assert.equal(judge(key, new Uint8Array(128)), 'FALSE')
    assert.equal(judge(key, new Uint8Array(128).fill(255)), 'FALSE')
  })
})

describe('a signature that was computed from a public key with the exponent 3', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 })
  const key = { publicKey: publicKey.export({ format: 'der', type: 'spki' }) }
  const { n = '' } = publicKey.export({ format: 'jwk' })
  const modulus = numberOf(Buffer.from(n, 'base64url'))

  /**
   * n − s³ = 6x … xA, hash of the challenge alone, BC: the first byte and the last 22 are chosen by the forger, who takes
   * another start until no earlier byte ends in A. A verifier that looks for that A and not at what is before it finds an
   * empty part of the message.
   */
  function forge(): Buffer {
    const digest = createHash('sha1').update(challenge).digest()
    const end = numberOf(Buffer.concat([Buffer.of(0x5a), digest, Buffer.of(0xbc)]))
    const low = cubeRootOfLow(modulus - end, 176n)
    const [least, most] = [0x61n, 0x68n].map((first) => cubeRoot(modulus - (first << 2040n)))
    assert.ok(least && most)
    for (let high = most >> 176n; high < least >> 176n; high++) {
      const s = (high << 176n) + low
      const block = bytesOf(modulus - s ** 3n)
      const isHeader = ((block[0] ?? 0) & 0xe0) === 0x60 && ((block[0] ?? 0) & 0x0f) !== 0x0a
      if (isHeader && !block.subarray(0, -22).some((byte) => (byte & 0x0f) === 0x0a)) return bytesOf(s)
    }
    throw new Error('none found')
  }

  it('is false', () => {
    const signature = forge()
    const block = bytesOf(modulus - numberOf(signature) ** 3n)
    assert.deepEqual(block.subarray(-21, -1), createHash('sha1').update(challenge).digest(), 'it is the forgery meant')
    assert.equal(judge(key, signature), 'FALSE')
  })
})

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function bytesOf(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(512, '0'), 'hex')
}

/** The odd number whose cube ends in the same bits as an odd number, one bit after the other. */
function cubeRootOfLow(odd: bigint, bits: bigint): bigint {
  let root = 1n
  for (let bit = 1n; bit < bits; bit++) if (((root ** 3n - odd) >> bit) & 1n) root += 1n << bit
  return root
}

/** The largest number whose cube is not larger. */
function cubeRoot(number: bigint): bigint {
  let root = 0n
  for (let bit = 700n; bit >= 0n; bit--) if ((root + (1n << bit)) ** 3n <= number) root += 1n << bit
  return root
}

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
