import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { findRepeat } from '../../../../../../src/vision/document/checks/traces/repeats/find-repeat.ts'
import { type Box, overlapOf } from '../../../../../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../../../src/vision/picture/picture.ts'
import { mapQuad, type Quad, quadOf } from '../../../../../../src/vision/picture/quad.ts'

const [WIDTH, HEIGHT] = [900, 330]
const WORDS = ['NOWHERE 12.03.1988', 'UTOPIA 21.09.2031', 'NOWHERE 12.03.1988', 'SOMEBODY 04.05.1977']
const lineAt = (i: number): Box => ({ x: 40, y: 30 + 70 * i, width: 420, height: 36 })
const LINES: Quad[] = WORDS.map((_, i) => quadOf(lineAt(i)))
/** The limit of the check for edits. */
const LIMIT = 7

/** Lines of text on a fine pattern, two of them of the same words, with the noise of a camera. */
function page(): Picture {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = '#d8e0d4'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#202020'
  context.font = '32px sans-serif'
  for (const [i, words] of WORDS.entries()) context.fillText(words, 46, 30 + 70 * i + 29)
  const rgba = context.getImageData(0, 0, WIDTH, HEIGHT).data
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const wave = 6 * Math.sin((i % WIDTH) / 1.1 + Math.floor(i / WIDTH) / 1.7)
    const noise = 8 * (random() + random() + random() - 1.5)
    for (let c = 0; c < 3; c++) data[3 * i + c] = Math.max(0, Math.min(255, (rgba[4 * i + c] as number) + wave + noise))
  }
  return { width: WIDTH, height: HEIGHT, data }
}

function copied({ width, height, data }: Picture, from: Box, to: { x: number; y: number }): Picture {
  const pasted = new Uint8Array(data)
  for (let y = 0; y < from.height; y++) {
    const start = 3 * ((from.y + y) * width + from.x)
    pasted.set(data.subarray(start, start + 3 * from.width), 3 * ((to.y + y) * width + to.x))
  }
  return { width, height, data: pasted }
}

const saved = async (picture: Picture, quality: number) => decode(await toJpeg(picture, quality))
const strengthOf = (picture: Picture) => findRepeat(picture, LINES, WIDTH)?.strength ?? 0

describe('text that was copied within a picture', () => {
  it('is found by its noise, saved again and in both places', async () => {
    const [from, to] = [lineAt(3), lineAt(1)]
    for (const quality of [92, 75]) {
      const found = findRepeat(await saved(copied(page(), from, to), quality), LINES, WIDTH)
      assert.ok(found && found.strength > LIMIT, `quality ${quality}: ${found?.strength}`)
      const isAt = (place: Box) => found.places.some((each) => overlapOf(each, place) > 0)
      assert.ok(isAt(from) && isAt(to))
    }
  })

  it('is found where it is a few figures of one line', async () => {
    const { x, y, height } = lineAt(0)
    const year = { x: x + 250, y, width: 84, height }
    assert.ok(strengthOf(await saved(copied(page(), year, { x: x + 20, y: y + 140 }), 90)) > LIMIT)
  })

  it('is not seen in equal words, or in a pattern, that were printed twice', async () => {
    const plain = page()
    for (const quality of [92, 75, 50]) {
      const strength = strengthOf(await saved(plain, quality))
      assert.ok(strength < LIMIT / 2, `quality ${quality}: ${strength}`)
    }
  })

  it('is found in a picture of many pixels, which is looked at in squares of several', async () => {
    const small = copied(page(), lineAt(3), lineAt(1))
    const data = new Uint8Array(4 * small.data.length)
    for (let i = 0; i < data.length / 3; i++) {
      const at = Math.floor(i / (4 * WIDTH)) * WIDTH + Math.floor((i % (2 * WIDTH)) / 2)
      data.set(small.data.subarray(3 * at, 3 * at + 3), 3 * i)
    }
    const lines = LINES.map((line) => mapQuad(line, ({ x, y }) => ({ x: 2 * x, y: 2 * y })))
    const found = findRepeat({ width: 2 * WIDTH, height: 2 * HEIGHT, data }, lines, 3000)
    assert.ok(found && found.strength > LIMIT)
    assert.ok(found.places.some((place) => overlapOf(place, { x: 80, y: 200, width: 840, height: 72 }) > 0))
  })

  it('says nothing where there are no lines', () => {
    assert.equal(findRepeat(page(), [], WIDTH), undefined)
  })
})
