import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Cbor, MalformedCbor, readCbor, Simple, writeCbor } from '../../../src/formats/cbor/cbor.ts'

/** RFC 8949, appendix A. */
const EXAMPLES: [Cbor, string][] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [1000, '1903e8'],
  [1000000, '1a000f4240'],
  [1000000000000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [Uint8Array.of(1, 2, 3, 4), '4401020304'],
  ['IETF', '6449455446'],
  ['ü', '62c3bc'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [
    new Map<string, Cbor>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
    'a26161016162820203',
  ],
]

describe('CBOR', () => {
  it('is read and written as the examples of its specification are', () => {
    for (const [value, hex] of EXAMPLES) {
      assert.equal(Buffer.from(writeCbor(value)).toString('hex'), hex)
      assert.deepEqual(readCbor(Uint8Array.from(Buffer.from(hex, 'hex'))), value)
    }
    assert.equal(readCbor(Buffer.from('fb3ff199999999999a', 'hex')), 1.1)
  })

  it('of indefinite length is read, and so are half floats and numbers beyond 53 bits', () => {
    for (const [value, hex] of [
      [Uint8Array.of(1, 2, 3), '5f4201024103ff'],
      ['stream', '7f637374726365616dff'],
      [[1, [2, 3]], '9f01820203ff'],
      [new Map<string, Cbor>([['a', 1]]), 'bf616101ff'],
      [1.5, 'f93e00'],
      [-0.25, 'f9b400'],
      [2 ** -24, 'f90001'],
      [Infinity, 'f97c00'],
      [2n ** 64n - 1n, '1bffffffffffffffff'],
      [-(2n ** 64n), '3bffffffffffffffff'],
      [new Simple(16), 'f0'],
      [new Simple(255), 'f8ff'],
    ] as [Cbor, string][])
      assert.deepEqual(readCbor(Uint8Array.from(Buffer.from(hex, 'hex'))), value, hex)
    for (const hex of [
      'f818',
      'fc',
      '9f01',
      'bf6161ff',
      '5f6161ff',
      '5f5f4101ffff',
      '1fff',
      'ff',
      'dfff',
      '7f61c3ff',
      '5bffffffffffffffff',
    ])
      assert.throws(() => readCbor(Buffer.from(hex, 'hex')), MalformedCbor, hex)
  })

  it('of any kind is read, or refused as malformed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readCbor(bytes)
        } catch (error) {
          assert.ok(error instanceof MalformedCbor)
        }
      }),
    )
  })
})
