import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeDg2, writeDg2In39794, writeDg2Of2011 } from '../../../../packages/specimen/src/chip/write-groups.ts'
import { readDg2 } from '../../../../src/features/chip/domain/data-groups.ts'
import { der, derInteger } from '../../../../src/formats/asn1/der.ts'
import { Malformed } from '../../../../src/formats/asn1/element.ts'
import { codestream, jp2, jpegHeader } from '../../../support/chip-pictures.ts'

describe('the portrait of a chip', () => {
  for (const [form, write] of [
    ['ISO/IEC 19794-5:2005', writeDg2],
    ['ISO/IEC 19794-5:2011', writeDg2Of2011],
    ['ISO/IEC 39794-5', writeDg2In39794],
  ] as const)
    for (const [format, picture] of [
      ['JPEG', jpegHeader(413, 531)],
      ['JPEG2000', codestream(413, 531)],
      ['JPEG2000', jp2(413, 531)],
    ] as const)
      it(`is read as ${format} from ${form}, with the size that the picture itself states`, () => {
        const portrait = readDg2(write(picture))
        assert.equal(portrait.format, format)
        assert.deepEqual([portrait.width, portrait.height], [413, 531])
        assert.deepEqual(Buffer.from(portrait.bytes), Buffer.from(picture))
      })

  const representation = (kind: number, content: Uint8Array) =>
    der(0x30, der(0x80, Uint8Array.of(0)), der(0xa1, der(0xa0, der(kind, content))))
  const flat = (picture: Uint8Array) => representation(0xa0, Buffer.concat([der(0x80, picture), der(0xa1)]))
  const shape = representation(0xa1, der(0x80, Uint8Array.of(1)))
  const version = der(0xa0, der(0x80, Uint8Array.of(3)), der(0x81, Uint8Array.of(0x07, 0xe3)))
  const groupOf = (...blocks: Uint8Array[]) =>
    der(
      0x75,
      der(
        0x7f61,
        derInteger(Uint8Array.of(blocks.length)),
        ...blocks.map((block) => der(0x7f60, der(0xa1, der(0x81, Uint8Array.of(2))), block)),
      ),
    )
  const newer = (tag: number, ...representations: Uint8Array[]) =>
    der(tag, der(0xa1, der(0x65, version, der(0xa1, ...representations))))

  it('is the first of several pictures, and a flat one where there are shapes (ISO/IEC 39794-5)', () => {
    const [first, second] = [jpegHeader(413, 531), jpegHeader(100, 120)]
    assert.equal(readDg2(groupOf(newer(0x7f2e, flat(first), flat(second)))).width, 413)
    assert.equal(readDg2(groupOf(newer(0x7f2e, shape, flat(second)))).width, 100)
    assert.equal(readDg2(groupOf(newer(0x7f2e, flat(first)), newer(0x7f2e, flat(second)))).width, 413)
    assert.throws(() => readDg2(groupOf(newer(0x7f2e, shape))), Malformed)
  })

  it('is read where the newer format is in the tag of the older one, and the older one in that of the newer', () => {
    assert.equal(readDg2(groupOf(newer(0x5f2e, flat(jpegHeader(413, 531))))).width, 413)
    const older = writeDg2(jpegHeader(413, 531))
    const at = Buffer.from(older).indexOf(Buffer.of(0x5f, 0x2e))
    const moved = Uint8Array.from(older)
    moved[at] = 0x7f
    assert.equal(readDg2(moved).width, 413)
  })

  it('is refused where the file is another group, holds no face, or a picture of another kind', () => {
    const whole = writeDg2(jpegHeader(40, 50))
    for (const bytes of [
      Uint8Array.of(0x61, 0),
      Uint8Array.of(0x75, 0),
      whole.subarray(0, 40),
      Uint8Array.from(whole, (byte, at) => (at === whole.length - 39 ? 0 : byte)),
    ])
      assert.throws(() => readDg2(bytes), Malformed)
  })

  it('is refused when it says to be larger than any picture', () => {
    assert.throws(() => readDg2(writeDg2In39794(jpegHeader(65_000, 65_000))), Malformed)
  })
})
