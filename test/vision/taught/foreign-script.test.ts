import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Specimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import type { Learnt } from '../../../src/vision/engine.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { findValues } from '../../../src/vision/taught/find-values.ts'
import { learnDocument } from '../../../src/vision/taught/learn/learn-document.ts'
import { drawPassport, modelOf, shoot } from './teach.ts'

/** Characters of straight strokes, so that no font is needed: each a list of lines over a square of 100. */
const STROKES: Record<string, [x: number, y: number, toX: number, toY: number][]> = {
  王: [
    [12, 14, 88, 14],
    [18, 50, 82, 50],
    [6, 88, 94, 88],
    [50, 14, 50, 88],
  ],
  中: [
    [14, 26, 86, 26],
    [14, 26, 14, 64],
    [86, 26, 86, 64],
    [14, 64, 86, 64],
    [50, 4, 50, 98],
  ],
  田: [
    [14, 12, 86, 12],
    [14, 12, 14, 90],
    [86, 12, 86, 90],
    [14, 90, 86, 90],
    [14, 50, 86, 50],
    [50, 12, 50, 90],
  ],
}

const engine = openReadEngine(DEFAULT_SETTINGS)

/** The passport with its surname written over. */
async function renamed({ front, truth }: Specimen, name: string): Promise<Uint8Array> {
  const picture = await loadImage(Buffer.from(front))
  const canvas = createCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  context.drawImage(picture, 0, 0)
  const quad = truth.sides[0]?.visual.find((field) => field.name === 'surname')?.quad
  assert.ok(quad)
  const [{ x, y }, , corner] = quad
  const height = 1.5 * (corner.y - y)
  context.fillStyle = '#f4f1ea'
  context.fillRect(x - 4, y - 0.25 * height, Math.max(corner.x - x, 4 * height), 1.3 * height)
  context.strokeStyle = '#1a1a22'
  context.lineWidth = height * 0.09
  context.lineCap = 'round'
  for (const [at, letter] of [...name].entries()) {
    for (const [fromX, fromY, toX, toY] of STROKES[letter] ?? []) {
      const [left, top] = [x + at * 1.15 * height, y - 0.15 * height]
      context.beginPath()
      context.moveTo(left + (fromX / 100) * height, top + (fromY / 100) * height)
      context.lineTo(left + (toX / 100) * height, top + (toY / 100) * height)
      context.stroke()
    }
  }
  return canvas.toBuffer('image/png')
}

describe('a document in another script', () => {
  let taught: Specimen
  let learnt: Learnt
  before(async () => {
    taught = await drawPassport()
    const picture = await shoot(await renamed(taught, '王中田'))
    const named = (taught.truth.sides[0]?.visual ?? [])
      .filter(({ name }) => name !== 'surname')
      .map(({ name, value }) => ({ picture: 0, field: name, value }))
    const lesson = { country: 'UTO', type: 'PASSPORT', side: 'FRONT', name: 'Passport of Utopia' } as const
    const { value } = await engine.read((context) =>
      learnDocument(context, {
        ...lesson,
        pictures: [picture],
        named: [...named, { picture: 0, field: 'surname', value: '王中田' }],
      }),
    )
    assert.ok(value.ok, JSON.stringify(value))
    learnt = value
    engine.useModels([modelOf(learnt.content)])
  })

  const read = async (picture: Uint8Array): Promise<PageReading> => {
    const { value } = await engine.read((context) => readPage(context, picture))
    assert.ok(value.ok, value.ok ? '' : value.refusal)
    return value.value.reading
  }

  it('is learnt with the script of each value, and without the value', () => {
    assert.deepEqual(learnt.notFound, [])
    assert.equal(learnt.content.fields.find(({ name }) => name === 'surname')?.script, 'Han')
    assert.ok(!JSON.stringify({ ...learnt.content, print: undefined }).includes('田'))
  })

  it('is read by the reader of its script', async () => {
    const { visual } = await read(await shoot(await renamed(taught, '田王')))
    assert.equal(visual.find(({ name }) => name === 'surname')?.value, '田王')
    assert.ok(visual.some(({ name }) => name === 'document_number'))
  })

  it('is not read at all in a script that nobody reads', () => {
    const box = { x: 100, y: 100, width: 200, height: 20 }
    const line = { text: 'noise', box, confidence: 0.4, probabilities: [0.4] }
    assert.deepEqual(findValues([{ name: 'surname', box, script: 'Tibetan' }], [line]), { lines: [], again: [] })
  })
})
