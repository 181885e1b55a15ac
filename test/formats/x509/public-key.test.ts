import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { der, derSequence } from '../../../src/formats/asn1/der.ts'
import { Malformed, readElement } from '../../../src/formats/asn1/element.ts'
import { sequence, TAGS } from '../../../src/formats/asn1/values.ts'
import { readPublicKey } from '../../../src/formats/x509/public-key.ts'

const explicitKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' }).publicKey.export({ format: 'der', type: 'spki' })

/** The key with the generator of its curve exchanged for another point of it. */
function withGenerator(spki: Uint8Array, generator: Uint8Array): Uint8Array {
  const [algorithm, point] = sequence(readElement(spki))
  const [kind, parameters] = sequence(algorithm)
  const members = sequence(parameters).map(({ tag, whole }) => (tag === TAGS.octets ? der(tag, generator) : whole))
  return derSequence(
    derSequence(kind?.whole ?? new Uint8Array(), derSequence(...members)),
    point?.whole ?? new Uint8Array(),
  )
}

describe('a key whose curve is written out', () => {
  for (const [curve, size] of [
    ['prime192v1', 24],
    ['prime256v1', 32],
    ['secp521r1', 66],
    ['brainpoolP160r1', 20],
    ['brainpoolP512t1', 64],
  ] as const)
    it(`is read on ${curve}`, () => {
      const key = readPublicKey(explicitKey(curve))
      assert.equal(key.kind === 'ec' && key.size, size)
    })

  it('is refused where the generator is a point that the signer chose', () => {
    const spki = explicitKey('prime256v1')
    // A point of the curve has the same order as the generator, and whoever chooses it knows the private key of any other.
    const [, own] = sequence(readElement(spki))
    const chosen = withGenerator(spki, own?.content.subarray(1) ?? new Uint8Array())
    assert.ok(createPublicKey({ key: Buffer.from(chosen), format: 'der', type: 'spki' }), 'OpenSSL reads it')
    assert.throws(() => readPublicKey(chosen), Malformed)
  })

  it('is refused on a curve that no passport is signed on', () => {
    for (const namedCurve of ['secp256k1', 'secp160r1'])
      assert.throws(() => readPublicKey(explicitKey(namedCurve)), Malformed, namedCurve)
  })
})
