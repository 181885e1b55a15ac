import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Cbor, MalformedCbor, readCbor, writeCbor } from '../../src/cbor/cbor.ts'

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
