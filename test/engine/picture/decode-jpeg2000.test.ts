import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadPicture } from '../../../src/actions/ports/engine.ts'
import { decodeJpeg2000 } from '../../../src/engine/picture/decode-jpeg2000.ts'
import { codestream, jp2 } from '../../support/chip-pictures.ts'

describe('a JPEG 2000 picture of a chip', () => {
  it('is refused when it is a header without a picture, or none', async () => {
    const bytes = [codestream(40, 50), jp2(40, 50), Buffer.from('no picture'), new Uint8Array(1)]
    for (const each of bytes) await assert.rejects(decodeJpeg2000(each), BadPicture)
  })
})
