import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeDg2, writeDg2In39794, writeDg2Of2011 } from '../../../../packages/specimen/src/chip/write-groups.ts'
import { readDg2 } from '../../../../src/features/chip/domain/data-groups.ts'
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
