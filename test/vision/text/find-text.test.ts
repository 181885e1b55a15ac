import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import type { PrintedField } from '../../../packages/specimen/src/issue/truth.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { boundsOf } from '../../../src/vision/picture/box.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { type Picture, rotate90 } from '../../../src/vision/picture/picture.ts'
import { findText, type TextBox } from '../../../src/vision/text/find-text.ts'

const nets = openNets()
const SIDE = 768

/** A box that begins and ends where the value does, within half its height, and holds no other line. */
function isFound({ quad }: PrintedField, boxes: readonly TextBox[]): boolean {
  const printed = boundsOf(quad)
  return boxes.some((box) => {
    const { x, y, width, height } = boundsOf(box.quad)
    const middle = printed.y + printed.height / 2
    return (
      y < middle &&
      middle < y + height &&
      height < 2.2 * printed.height &&
      Math.abs(x - printed.x) < 0.6 * printed.height &&
      Math.abs(x + width - printed.x - printed.width) < 0.6 * printed.height
    )
  })
}

describe('lines of text on a document', () => {
  let fields: PrintedField[]
  let picture: Picture
  let boxes: TextBox[]
  before(async () => {
    const { front, truth } = await drawSpecimen({ kind: 'td3', country: 'DEU', seed: 'lines of text' })
    fields = truth.sides[0]?.visual ?? []
    picture = await decode(front, 50)
    boxes = await findText(nets, picture, SIDE)
  })

  it('are found from their first letter to their last, each for itself', () => {
    const missed = fields.filter((field) => !isFound(field, boxes))
    assert.deepEqual(
      missed.map(({ name, value }) => `${name} ${value}`),
      [],
    )
  })

  it('are found where they are a single letter', () => {
    const sex = fields.find(({ name }) => name === 'sex')
    assert.ok(sex && sex.value.length < 4)
    assert.ok(isFound(sex, boxes))
  })

  it('come from top to bottom', () => {
    const tops = boxes.map(({ quad }) => quad[0].y)
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
  })

  it('stand when the document lies on its side', async () => {
    const turned = await findText(nets, rotate90(picture, 1), SIDE)
    const standing = turned.filter(({ quad }) => boundsOf(quad).height > 1.5 * boundsOf(quad).width)
    const long = boxes.filter(({ quad }) => boundsOf(quad).width > 1.5 * boundsOf(quad).height)
    assert.ok(standing.length >= 0.9 * long.length, `${standing.length} of ${long.length}`)
  })
})

describe('a picture without text', () => {
  it('has no lines', async () => {
    const [width, height] = [640, 480]
    const data = new Uint8Array(width * height * 3)
    for (let i = 0; i < data.length; i++) data[i] = 128 + 100 * Math.sin(i / 3 / 90) * Math.cos(i / width / 160)
    assert.deepEqual(await findText(nets, { width, height, data }, SIDE), [])
  })
})
