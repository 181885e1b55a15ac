import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Cbor, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { keyOfCose, readCose, signatureOfMessageHolds } from '../../../src/formats/cbor/cose.ts'
import { jwsHolds, keyOfJwk, readJws, Unusable } from '../../../src/formats/jws/jws.ts'

const pairOf = (curve: string) =>
  curve.startsWith('Ed')
    ? generateKeyPairSync(curve.toLowerCase() as 'ed25519')
    : generateKeyPairSync('ec', { namedCurve: curve })

const signedBy = (key: KeyObject, hash: string | undefined, bytes: Uint8Array) =>
  sign(hash ?? null, bytes, hash ? { key, dsaEncoding: 'ieee-p1363' } : key)

function joseHolds(alg: string, curve: string, hash?: string): boolean | undefined {
  const { privateKey, publicKey } = pairOf(curve)
  const head = [{ alg }, { a: 1 }].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')).join('.')
  const signature = signedBy(privateKey, hash, Buffer.from(head)).toString('base64url')
  return jwsHolds(readJws(`${head}.${signature}`), publicKey)
}

function coseHolds(number: number, curve: string, hash?: string): boolean | undefined {
  const { privateKey, publicKey } = pairOf(curve)
  const [header, content] = [writeCbor(new Map([[1, number]])), Uint8Array.of(1, 2)]
  const signature = signedBy(privateKey, hash, writeCbor(['Signature1', header, new Uint8Array(), content]))
  const message = readCose([header, new Map<Cbor, Cbor>(), content, Uint8Array.from(signature)], 'the message')
  return signatureOfMessageHolds(message, publicKey, content)
}

describe('an algorithm of JOSE', () => {
  it('has one curve for each digest (RFC 7518, 3.4), and its Edwards curves (RFC 8037, 3.1; RFC 9864, 2.2)', () => {
    for (const [alg, curve, hash] of [
      ['ES256', 'P-256', 'sha256'],
      ['ES384', 'P-384', 'sha384'],
      ['ES512', 'P-521', 'sha512'],
      ['EdDSA', 'Ed25519'],
      ['EdDSA', 'Ed448'],
      ['Ed25519', 'Ed25519'],
      ['Ed448', 'Ed448'],
    ] as const)
      assert.equal(joseHolds(alg, curve, hash), true, `${alg} ${curve}`)
  })

  it('is refused with a key on another curve', () => {
    for (const [alg, curve, hash] of [
      ['ES256', 'P-384', 'sha256'],
      ['ES256', 'brainpoolP256r1', 'sha256'],
      ['ES256', 'secp256k1', 'sha256'],
      ['ES512', 'P-256', 'sha512'],
      ['Ed25519', 'Ed448'],
      ['Ed448', 'Ed25519'],
    ] as const)
      assert.equal(joseHolds(alg, curve, hash), false, `${alg} ${curve}`)
    assert.equal(joseHolds('ES256K', 'secp256k1', 'sha256'), undefined)
  })

  it('is the one that the key is for, where EdDSA names both Edwards curves', () => {
    const jwk = pairOf('Ed448').publicKey.export({ format: 'jwk' })
    assert.ok(keyOfJwk({ ...jwk, alg: 'EdDSA' }, 'Ed448'))
    assert.ok(keyOfJwk({ ...jwk, alg: 'Ed448' }, 'EdDSA'))
    assert.throws(() => keyOfJwk({ ...jwk, alg: 'Ed448' }, 'Ed25519'), Unusable)
    assert.throws(() => keyOfJwk({ ...jwk, alg: 'ES256' }, 'EdDSA'), Unusable)
  })
})

describe('RSA', () => {
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING: PSS } = constants
  const pair = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
  const [own, other, small] = [pair(2048), pair(2048), pair(1024)]
  const ALGORITHMS = [
    ['RS256', -257, 'sha256', RSA_PKCS1_PADDING],
    ['RS384', -258, 'sha384', RSA_PKCS1_PADDING],
    ['RS512', -259, 'sha512', RSA_PKCS1_PADDING],
    ['PS256', -37, 'sha256', PSS],
    ['PS384', -38, 'sha384', PSS],
    ['PS512', -39, 'sha512', PSS],
  ] as const

  const tokenOf = (
    alg: string,
    key: KeyObject,
    hash: string,
    padding: number,
    saltLength = constants.RSA_PSS_SALTLEN_DIGEST,
  ) => {
    const head = [{ alg }, { a: 1 }].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')).join('.')
    const signature = sign(hash, Buffer.from(head), { key, padding, ...(padding === PSS && { saltLength }) })
    return readJws(`${head}.${signature.toString('base64url')}`)
  }

  it('is read in JOSE and in COSE (RFC 7518, 3.3 and 3.5; RFC 8230, 2; RFC 8812, 2)', () => {
    for (const [alg, number, hash, padding] of ALGORITHMS) {
      const token = tokenOf(alg, own.privateKey, hash, padding)
      assert.deepEqual([jwsHolds(token, own.publicKey), jwsHolds(token, other.publicKey)], [true, false], alg)
      const [header, content] = [writeCbor(new Map([[1, number]])), Uint8Array.of(1, 2)]
      const signed = writeCbor(['Signature1', header, new Uint8Array(), content])
      const salted = padding === PSS && { saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      const proof = sign(hash, signed, { key: own.privateKey, padding, ...salted })
      const message = readCose([header, new Map<Cbor, Cbor>(), content, Uint8Array.from(proof)], 'the message')
      assert.equal(signatureOfMessageHolds(message, own.publicKey, content), true, alg)
    }
  })

  it('is refused with another padding, hash or salt, a small key, and a key on a curve', () => {
    assert.equal(jwsHolds(tokenOf('PS256', own.privateKey, 'sha256', RSA_PKCS1_PADDING), own.publicKey), false)
    assert.equal(jwsHolds(tokenOf('RS256', own.privateKey, 'sha256', PSS), own.publicKey), false)
    assert.equal(jwsHolds(tokenOf('RS256', own.privateKey, 'sha512', RSA_PKCS1_PADDING), own.publicKey), false)
    assert.equal(jwsHolds(tokenOf('PS256', own.privateKey, 'sha256', PSS, 0), own.publicKey), false)
    assert.equal(jwsHolds(tokenOf('RS256', small.privateKey, 'sha256', RSA_PKCS1_PADDING), small.publicKey), false)
    assert.equal(jwsHolds(tokenOf('ES256', own.privateKey, 'sha256', RSA_PKCS1_PADDING), own.publicKey), false)
    assert.equal(
      jwsHolds(tokenOf('RS256', own.privateKey, 'sha256', RSA_PKCS1_PADDING), pairOf('P-256').publicKey),
      false,
    )
    const n = own.publicKey.export({ format: 'jwk' }).n ?? ''
    const one = keyOfJwk({ kty: 'RSA', n, e: 'AQ' })
    assert.equal(jwsHolds(tokenOf('RS256', own.privateKey, 'sha256', RSA_PKCS1_PADDING), one), false)
    // The attack of RFC 8725, 2.1: the public key as the secret of a MAC.
    assert.equal(jwsHolds(tokenOf('HS256', own.privateKey, 'sha256', RSA_PKCS1_PADDING), own.publicKey), undefined)
  })
})

describe('an algorithm of COSE', () => {
  it('is not bound to one of the NIST curves (RFC 9053, 2.1), and may be on Brainpool (ISO/IEC 18013-5)', () => {
    for (const [number, hash, curves] of [
      [-7, 'sha256', ['P-256', 'P-384', 'P-521', 'brainpoolP256r1']],
      [-35, 'sha384', ['P-256', 'P-384', 'P-521', 'brainpoolP320r1', 'brainpoolP384r1']],
      [-36, 'sha512', ['P-256', 'P-384', 'P-521', 'brainpoolP512r1']],
      [-8, undefined, ['Ed25519', 'Ed448']],
    ] as const)
      for (const curve of curves) assert.equal(coseHolds(number, curve, hash), true, `${number} ${curve}`)
  })

  it('that states its curve is on no other (RFC 9864)', () => {
    const CURVES = [
      [-9, 'P-256', 'sha256'],
      [-51, 'P-384', 'sha384'],
      [-52, 'P-521', 'sha512'],
      [-265, 'brainpoolP256r1', 'sha256'],
      [-266, 'brainpoolP320r1', 'sha384'],
      [-267, 'brainpoolP384r1', 'sha384'],
      [-268, 'brainpoolP512r1', 'sha512'],
      [-19, 'Ed25519', undefined],
      [-53, 'Ed448', undefined],
    ] as const
    for (const [number, own, hash] of CURVES)
      for (const curve of ['P-256', 'P-384', 'brainpoolP256r1', 'brainpoolP384r1', own])
        if (hash) assert.equal(coseHolds(number, curve, hash), curve === own, `${number} ${curve}`)
    assert.deepEqual([coseHolds(-19, 'Ed25519'), coseHolds(-19, 'Ed448')], [true, false])
    assert.deepEqual([coseHolds(-53, 'Ed25519'), coseHolds(-53, 'Ed448')], [false, true])
    assert.equal(coseHolds(-47, 'secp256k1', 'sha256'), undefined)
  })
})

describe('a key of COSE', () => {
  const CURVES = [
    ['P-256', 1, 32],
    ['P-384', 2, 48],
    ['P-521', 3, 66],
    ['brainpoolP256r1', 256, 32],
    ['brainpoolP320r1', 257, 40],
    ['brainpoolP384r1', 258, 48],
    ['brainpoolP512r1', 259, 64],
  ] as const
  const key = (...members: [number, Cbor][]) => keyOfCose(new Map<Cbor, Cbor>(members))

  it('is on a curve of NIST or Brainpool, with y or only its sign (RFC 9053, 7.1.1)', () => {
    for (const [name, curve, length] of CURVES) {
      const { publicKey } = pairOf(name)
      const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-2 * length)
      const [x, y] = [point.subarray(0, length), point.subarray(length)].map((part) => Uint8Array.from(part))
      assert.ok(x && y)
      assert.ok(key([1, 2], [-1, curve], [-2, x], [-3, y]).equals(publicKey), name)
      const isOdd = ((y.at(-1) ?? 0) & 1) === 1
      assert.ok(key([1, 2], [-1, curve], [-2, x], [-3, isOdd]).equals(publicKey), name)
      // Another point of the curve, and one that is not on it.
      assert.ok(!key([1, 2], [-1, curve], [-2, x], [-3, !isOdd]).equals(publicKey))
      const off = Uint8Array.from(y, (byte, index) => (index === length - 1 ? byte ^ 1 : byte))
      assert.throws(() => key([1, 2], [-1, curve], [-2, x], [-3, off]), Unusable, name)
      assert.throws(() => key([1, 2], [-1, curve], [-2, x.subarray(1)], [-3, y]), Unusable)
    }
  })

  it('is on an Edwards curve', () => {
    for (const [name, curve] of [
      ['Ed25519', 6],
      ['Ed448', 7],
    ] as const) {
      const { publicKey } = pairOf(name)
      const x = Uint8Array.from(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
      assert.ok(key([1, 1], [-1, curve], [-2, x]).equals(publicKey))
      assert.throws(() => key([1, 2], [-1, curve], [-2, x]), Unusable)
    }
  })
})
