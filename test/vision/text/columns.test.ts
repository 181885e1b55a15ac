import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { font } from '../../../packages/specimen/src/draw/fonts.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { type Box, crop } from '../../../src/vision/picture/box.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { type Picture, rotate90 } from '../../../src/vision/picture/picture.ts'
import { quadOf } from '../../../src/vision/picture/quad.ts'
import { resize } from '../../../src/vision/picture/resize.ts'
import { findColumns } from '../../../src/vision/text/columns.ts'
import { editDistance } from '../../../src/vision/text/fold.ts'
import { readColumn } from '../../../src/vision/text/read-text.ts'

const nets = openNets()
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const quads = (...boxes: Box[]) => boxes.map(quadOf)

describe('print that runs down the page', () => {
  it('is four characters below one another, with the place before and behind them', () => {
    const { columns, across } = findColumns(
      quads(box(700, 100, 50, 48), box(702, 160, 48, 50), box(699, 221, 50, 49), box(100, 100, 400, 40)),
    )
    assert.equal(columns.length, 1)
    assert.equal(columns[0]?.cells.length, 5)
    assert.equal(across.length, 1)
  })

  it('goes on over a character that was not found', () => {
    const { columns } = findColumns(quads(box(700, 100, 50, 50), box(700, 160, 50, 50), box(700, 280, 50, 50)))
    assert.equal(columns.length, 0, 'too far apart to be one line')
    const near = findColumns(
      quads(box(700, 100, 60, 50), box(700, 160, 60, 50), box(700, 280, 60, 50), box(700, 340, 60, 50)),
    )
    assert.equal(near.columns[0]?.cells.length, 7)
  })

  it('is no table and no two letters', () => {
    const table = [100, 160, 220].flatMap((y) => [100, 160, 220].map((x) => box(x, y, 50, 50)))
    assert.equal(findColumns(quads(...table)).columns.length, 0)
    assert.equal(findColumns(quads(box(700, 100, 50, 50), box(700, 160, 50, 50))).columns.length, 0)
  })

  it('is a box that stands upright', () => {
    const { columns, across } = findColumns(quads(box(900, 100, 40, 300), box(100, 100, 300, 40)))
    assert.deepEqual([columns.length, columns[0]?.cells.length, across.length], [1, 8, 1])
  })
})

describe('what runs down the page is read', () => {
  it('as characters that stand side by side', async () => {
    const line = await decode(readFileSync(new URL('lines/japanese.png', import.meta.url)))
    const { picture, count } = stacked(line, '日本国政府'.length, '日本国政府 在留カード')
    const [column] = findColumns(
      Array.from({ length: count }, (_, i) => quadOf(box(STEP, STEP * (i + 1), STEP, STEP))),
    ).columns
    assert.ok(column)
    const read = await readColumn(nets, picture, column)
    assert.ok(read && editDistance(read.text.replaceAll(' ', ''), '日本国政府') <= 1, read?.text)
  })

  for (const turns of [1, 3] as const) {
    it(`as a line that was turned by ${turns} quarters`, async () => {
      const { picture, extent } = drawn('647461 BK')
      const turned = rotate90(picture, turns)
      const place =
        turns === 1
          ? box(turned.width - extent.y - extent.height, extent.x, extent.height, extent.width)
          : box(extent.y, turned.height - extent.x - extent.width, extent.height, extent.width)
      const [column] = findColumns(quads(place)).columns
      assert.ok(column)
      assert.equal((await readColumn(nets, turned, column))?.text, '647461 BK')
    })
  }
})

const STEP = 52

/** The first characters of a line, which are all of one width, below one another. */
function stacked(line: Picture, count: number, text: string): { picture: Picture; count: number } {
  const large = resize(line, { width: line.width * 2, height: line.height * 2 })
  const ink = inkOf(large)
  const each = ink.width / text.replaceAll(' ', '').length
  const [width, height] = [3 * STEP, STEP * (count + 2)]
  const picture = { width, height, data: new Uint8Array(width * height * 3).fill(large.data[0] as number) }
  for (let i = 0; i < count; i++) {
    const cell = crop(large, { x: ink.x + i * each, y: ink.y, width: each, height: ink.height }, 230)
    for (let y = 0; y < cell.height; y++) {
      const row = cell.data.subarray(y * cell.width * 3, (y + 1) * cell.width * 3)
      picture.data.set(row, ((STEP * (i + 1) + 2 + y) * width + STEP + 2) * 3)
    }
  }
  return { picture, count }
}

function inkOf({ width, height, data }: Picture): Box {
  const dark = Array.from({ length: width * height }, (_, i) => i).filter((i) => (data[i * 3] as number) < 128)
  const [xs, ys] = [dark.map((i) => i % width), dark.map((i) => Math.floor(i / width))]
  const [x, y] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))]
  return { x, y, width: xs.reduce((a, b) => Math.max(a, b)) - x, height: ys.reduce((a, b) => Math.max(a, b)) - y }
}

function drawn(text: string): { picture: Picture; extent: Box } {
  const canvas = createCanvas(400, 200)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#dfe6e0'
  pen.fillRect(0, 0, 400, 200)
  pen.fillStyle = '#22252c'
  pen.font = font('sans', 400, 26)
  pen.textBaseline = 'middle'
  pen.fillText(text, 40, 100)
  const { data } = pen.getImageData(0, 0, 400, 200)
  const rgb = new Uint8Array(400 * 200 * 3)
  for (let i = 0; i < 400 * 200; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3)
  return {
    picture: { width: 400, height: 200, data: rgb },
    extent: { x: 32, y: 80, width: pen.measureText(text).width + 16, height: 38 },
  }
}
