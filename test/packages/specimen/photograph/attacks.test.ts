import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import { halftone } from '../../../../packages/specimen/src/photograph/halftone.ts'
import { type Photograph, photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../../packages/specimen/src/random.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import { difference, hueSpread } from './measure.ts'

const size = { width: 800, height: 504 }
/** The same camera and light for the document and for its reproductions. */
const camera = { seed: 2, level: 'easy', background: 'desk', size: 1200 } as const

describe('a reproduction of a specimen', () => {
  let front: Uint8Array
  let genuine: Uint8Array

  before(async () => {
    front = (await drawSpecimen({ kind: 'td1', country: 'EST', seed: 3, today: '2026-06-15' })).front
    genuine = await flat(await photograph(front, camera))
  })

  it('on a display differs from the document itself', async () => {
    assert.ok(difference(await flat(await attack('screen', front, camera)), genuine) > 10)
  })

  it('in grey has lost the colours', async () => {
    assert.ok(hueSpread(await flat(await attack('grey-copy', front, camera))) < hueSpread(genuine) / 2)
  })

  it('in colour has lost tones and kept colours', async () => {
    const copy = await flat(await attack('colour-copy', front, camera))
    assert.ok(difference(copy, genuine) > 5, `${difference(copy, genuine)}`)
    assert.ok(hueSpread(copy) > hueSpread(genuine) / 3)
  })

  it('is paper: its white is no brighter than the sheet, its black no darker than toner', async () => {
    const machine = {
      inks: 'grey',
      dots: 'clustered',
      period: 6,
      scan: 0.6,
      contrast: 1,
      lift: 0,
      saturation: 1,
    } as const
    const flatTone = createCanvas(64, 64)
    const pen = flatTone.getContext('2d')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 64, 64)
    pen.fillStyle = '#000'
    pen.fillRect(0, 0, 32, 64)
    const picture = await loadImage(flatTone.toBuffer('image/png'))
    const laid = halftone(picture, { ...machine, cast: [0.9, 0.9, 0.9], black: 0.2 }, random(1))
    const { data } = laid.getContext('2d').getImageData(0, 0, laid.width, laid.height)
    assert.ok(data.every((value, at) => at % 4 === 3 || (value >= 45 && value <= 230)))
  })

  it('inks half of the paper for a tone of one half', async () => {
    const grey = createCanvas(64, 64)
    const pen = grey.getContext('2d')
    pen.fillStyle = 'rgb(128 128 128)'
    pen.fillRect(0, 0, 64, 64)
    const picture = await loadImage(grey.toBuffer('image/png'))
    for (const dots of ['clustered', 'scattered'] as const) {
      const machine = { inks: 'grey', dots, period: 6, scan: 0.1, contrast: 1, lift: 0, saturation: 1 } as const
      const laid = halftone(picture, { ...machine, cast: [1, 1, 1], black: 0 }, random(1))
      const { data } = laid.getContext('2d').getImageData(0, 0, laid.width, laid.height)
      const mean = data.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0) / (data.length / 4)
      assert.ok(Math.abs(mean - 127) < 8, `${dots} ${mean}`)
    }
  })

  it('in print differs from the document itself', async () => {
    assert.ok(difference(await flat(await attack('print', front, camera)), genuine) > 8)
  })

  it('is the same for the same seed', async () => {
    const [one, same] = await Promise.all([1, 2].map(() => attack('screen', front, { ...camera, size: 600 })))
    assert.ok(one && same && Buffer.from(one.jpeg).equals(Buffer.from(same.jpeg)))
  })
})

async function flat({ jpeg, quad }: Photograph): Promise<Uint8Array> {
  return warpQuad(await decode(jpeg), quad, size).data
}
