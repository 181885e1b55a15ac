import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeKey } from '../../../../packages/specimen/src/chip/sign.ts'
import { writeCom, writeDg7, writeDg14 } from '../../../../packages/specimen/src/chip/write-groups.ts'
import { checkDg13, readCom, readDg7, readDg14 } from '../../../../src/features/chip/domain/data-groups.ts'
import { der, derInteger } from '../../../../src/formats/asn1/der.ts'
import { Malformed } from '../../../../src/formats/asn1/element.ts'
import { jpegHeader } from '../../../support/chip-pictures.ts'

describe('the further files of a chip', () => {
  it('EF.COM lists its data groups with the version of its structure', () => {
    assert.deepEqual(readCom(writeCom([15, 2, 1])), { version: '0107', groups: [1, 2, 15] })
    for (const bytes of [
      Uint8Array.of(0x61, 0),
      Uint8Array.of(0x60, 0),
      der(0x60, der(0x5c, new Uint8Array(17).fill(0x61))),
      der(0x60, der(0x5f01, Buffer.from('x')), der(0x5c, Uint8Array.of(0x61))),
    ])
      assert.throws(() => readCom(bytes), Malformed)
  })

  it("DG7 holds the picture of the holder's signature", () => {
    const { format, width, height } = readDg7(writeDg7(jpegHeader(300, 80)))
    assert.deepEqual([format, width, height], ['JPEG', 300, 80])
    const two = der(0x67, derInteger(Uint8Array.of(2)), der(0x5f43, jpegHeader(3, 4)))
    for (const bytes of [Uint8Array.of(0x67, 0), two, writeDg7(Buffer.from('no picture'))])
      assert.throws(() => readDg7(bytes), Malformed)
  })

  it('DG13 is what the issuer makes of it, in its own tag', () => {
    checkDg13(Uint8Array.of(0x6d, 2, 1, 2))
    assert.throws(() => checkDg13(Uint8Array.of(0x6c, 0)), Malformed)
  })

  it('DG14 names what the chip can do', () => {
    const { algorithm } = makeKey({ kind: 'ecdsa', hash: 'sha384', curve: 'secp384r1' })
    assert.deepEqual(readDg14(writeDg14(algorithm)), [{ protocol: '2.23.136.1.1.5', algorithm: '1.2.840.10045.4.3.3' }])
    for (const bytes of [Uint8Array.of(0x6e, 0), der(0x6e, der(0x31, derInteger(Uint8Array.of(1))))])
      assert.throws(() => readDg14(bytes), Malformed)
  })
})
