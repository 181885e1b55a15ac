import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Cbor, MalformedCbor, readCbor, Simple, Tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'

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

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const map = (...pairs: [Cbor, Cbor][]): Cbor => new Map(pairs)
const TO_25 = Array.from({ length: 25 }, (_, index) => index + 1)

/** RFC 8949, appendix A, in its order; a tagged value as tag and value, apart from bignums. */
const APPENDIX_A: [string, unknown][] = [
  ['00', 0],
  ['01', 1],
  ['0a', 10],
  ['17', 23],
  ['1818', 24],
  ['1819', 25],
  ['1864', 100],
  ['1903e8', 1000],
  ['1a000f4240', 1000000],
  ['1b000000e8d4a51000', 1000000000000],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['c249010000000000000000', 18446744073709551616n],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['c349010000000000000000', -18446744073709551617n],
  ['20', -1],
  ['29', -10],
  ['3863', -100],
  ['3903e7', -1000],
  ['f90000', 0],
  ['f98000', -0],
  ['f93c00', 1],
  ['fb3ff199999999999a', 1.1],
  ['f93e00', 1.5],
  ['f97bff', 65504],
  ['fa47c35000', 100000],
  ['fa7f7fffff', 3.4028234663852886e38],
  ['fb7e37e43c8800759c', 1e300],
  ['f90001', 2 ** -24],
  ['f90400', 0.00006103515625],
  ['f9c400', -4],
  ['fbc010666666666666', -4.1],
  ['f97c00', Infinity],
  ['f97e00', Number.NaN],
  ['f9fc00', -Infinity],
  ['fa7f800000', Infinity],
  ['fa7fc00000', Number.NaN],
  ['faff800000', -Infinity],
  ['fb7ff0000000000000', Infinity],
  ['fb7ff8000000000000', Number.NaN],
  ['fbfff0000000000000', -Infinity],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['f7', undefined],
  ['f0', new Simple(16)],
  ['f8ff', new Simple(255)],
  ['c074323031332d30332d32315432303a30343a30305a', [0, '2013-03-21T20:04:00Z']],
  ['c11a514b67b0', [1, 1363896240]],
  ['c1fb41d452d9ec200000', [1, 1363896240.5]],
  ['d74401020304', [23, bytes('01020304')]],
  ['d818456449455446', [24, bytes('6449455446')]],
  ['d82076687474703a2f2f7777772e6578616d706c652e636f6d', [32, 'http://www.example.com']],
  ['40', bytes('')],
  ['4401020304', bytes('01020304')],
  ['60', ''],
  ['6161', 'a'],
  ['6449455446', 'IETF'],
  ['62225c', '"\\'],
  ['62c3bc', 'ü'],
  ['63e6b0b4', '水'],
  ['64f0908591', '\u{10151}'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', TO_25],
  ['a0', map()],
  ['a201020304', map([1, 2], [3, 4])],
  ['a26161016162820203', map(['a', 1], ['b', [2, 3]])],
  ['826161a161626163', ['a', map(['b', 'c'])]],
  ['a56161614161626142616361436164614461656145', map(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D'], ['e', 'E'])],
  ['5f42010243030405ff', bytes('0102030405')],
  ['7f657374726561646d696e67ff', 'streaming'],
  ['9fff', []],
  ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
  ['9f01820203820405ff', [1, [2, 3], [4, 5]]],
  ['83018202039f0405ff', [1, [2, 3], [4, 5]]],
  ['83019f0203ff820405', [1, [2, 3], [4, 5]]],
  ['9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff', TO_25],
  ['bf61610161629f0203ffff', map(['a', 1], ['b', [2, 3]])],
  ['826161bf61626163ff', ['a', map(['b', 'c'])]],
  ['bf6346756ef563416d7421ff', map(['Fun', true], ['Amt', -2])],
]

/** Well-formed and valid, and no deterministic encoder (RFC 8949, 4.2) writes them. */
const LONGER_FORMS: [string, Cbor][] = [
  ['1800', 0],
  ['1b0000000000000001', 1],
  ['5900020102', bytes('0102')],
  ['ba00000002616202616101', map(['b', 2], ['a', 1])],
  ['a2f501616102', map([true, 1], ['a', 2])],
  ['a1410102', map([bytes('01'), 2])],
  ['a1820102f6', map([[1, 2], null])],
  ['c24105', 5],
  ['c240', 0],
  ['7fff', ''],
]

const REFUSED: [string, RegExp][] = [
  ['a201020103', /twice/],
  ['a2410102410103', /twice/],
  ['bf6161016161f6ff', /twice/],
  ['f818', /shortest form/],
  ['c26161', /bignum/],
  ['c2f6', /bignum/],
  ['0001', /after the end/],
  ['62c328', /UTF-8/],
  ['1c', /not stated/],
  ['3f', /not stated/],
  ['9b7fffffffffffffff', /too large|beyond the end/],
]

/** RFC 8949, appendix F.1: examples of what is not well-formed. */
const APPENDIX_F = `
  18 19 1a 1b 1901 1a0102 1b01020304050607 38 58 78 98 9a01ff00 b8 d8 f8 f900 fa0000 fb000000
  41 61 5affffffff00 5bffffffffffffffff010203 7affffffff00 7b7fffffffffffffff010203
  81 818181818181818181 8200 a1 a20102 a100 a2000000 c0 5f4100 7f6100
  9f 9f0102 bf bf01020102 819f 9f8000 9f9f9f9f9fffffffff 9f819f819f9fffffff
  1c 1d 1e 3c 3d 3e 5c 5d 5e 7c 7d 7e 9c 9d 9e bc bd be dc dd de fc fd fe
  f800 f801 f818 f81f
  5f00ff 5f21ff 5f6100ff 5f80ff 5fa0ff 5fc000ff 5fe0ff 7f4100ff 5f5f4100ffff 7f7f6100ffff
  ff 81ff 8200ff a1ff a1ff00 a100ff a20000ff 9f81ff 9f829f819f9fffffffff bf00ff bf000000ff 1f 3f df`
  .trim()
  .split(/\s+/)

describe('CBOR', () => {
  it('is refused as every example of RFC 8949 that is not well-formed', () => {
    for (const hex of APPENDIX_F) assert.throws(() => readCbor(bytes(hex)), MalformedCbor, hex)
  })

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

  it('is read as every example of RFC 8949 that carries a value, and in the forms that RFC 8949 lets a writer choose', () => {
    for (const [hex, value] of APPENDIX_A) {
      const read = readCbor(Uint8Array.from(Buffer.from(hex, 'hex')))
      assert.deepEqual(read instanceof Tagged ? [read.tag, read.value] : read, value, hex)
    }
    for (const [hex, value] of LONGER_FORMS) assert.deepEqual(readCbor(bytes(hex)), value, hex)
  })

  it('that is not well-formed or not valid is refused', () => {
    for (const [hex, reason] of REFUSED)
      assert.throws(
        () => readCbor(Buffer.from(hex, 'hex')),
        (error) => error instanceof MalformedCbor && reason.test(error.message),
        hex,
      )
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
