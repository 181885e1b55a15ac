import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type Canvas, EDITS, RESAVED } from '../../../../../lab/evaluate/sets/authenticity/make-edits.ts'
import { drawSpecimen } from '../../../../../packages/specimen/src/draw/draw-specimen.ts'
import type { Box } from '../../../../../src/vision/picture/box.ts'

const [WIDTH, HEIGHT] = [1000, 630]
const PORTRAIT = { x: 50, y: 150, width: 230, height: 300 }
const VALUE = { x: 400, y: 300, width: 200, height: 40 }

/** The mean difference of two pictures in a place. */
async function difference(a: Uint8Array, b: Uint8Array, { x, y, width, height }: Box): Promise<number> {
  const pixels = (bytes: Uint8Array) =>
    sharp(bytes).extract({ left: x, top: y, width, height }).removeAlpha().raw().toBuffer()
  const [one, two] = [await pixels(a), await pixels(b)]
  return one.reduce((sum, value, i) => sum + Math.abs(value - (two[i] as number)), 0) / one.length
}

describe('edits made by a program', () => {
  let canvas: Canvas

  let saved: Uint8Array

  const draw = async (seed: string) => {
    const { front } = await drawSpecimen({ kind: 'td1', country: 'EST', seed })
    return sharp(front).resize(WIDTH, HEIGHT, { fit: 'fill' }).jpeg({ quality: 95 }).toBuffer()
  }

  before(async () => {
    const picture = await draw('edits')
    const other = await sharp(picture).flop().jpeg({ quality: 95 }).toBuffer()
    saved = await sharp(picture).jpeg({ quality: 92 }).toBuffer()
    canvas = { picture, portrait: PORTRAIT, value: VALUE, donor: { picture: other, portrait: PORTRAIT, value: VALUE } }
  })

  for (const [method, edit] of Object.entries(EDITS)) {
    it(`change their place and nothing else: ${method}`, async () => {
      const edited = await edit(canvas)
      const { width, height } = await sharp(edited).metadata()
      assert.deepEqual([width, height], [WIDTH, HEIGHT])
      const [place, other] = method.startsWith('portrait') ? [PORTRAIT, VALUE] : [VALUE, PORTRAIT]
      const [inside, outside] = [await difference(saved, edited, place), await difference(saved, edited, other)]
      assert.ok(inside > 0.2 + 5 * outside, `${inside} in the place, ${outside} elsewhere`)
    })
  }

  for (const [way, save] of Object.entries(RESAVED)) {
    it(`are not what happens to a whole picture: ${way}`, async () => {
      const { format, width = 0 } = await sharp(await save(canvas.picture)).metadata()
      assert.deepEqual([format, width >= 0.75 * WIDTH], ['jpeg', true])
    })
  }
})
