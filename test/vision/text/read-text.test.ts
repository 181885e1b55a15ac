import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { font } from '../../../packages/specimen/src/draw/fonts.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { type Picture, rotate90 } from '../../../src/vision/picture/picture.ts'
import { mapQuad, type Quad, quadOfPicture } from '../../../src/vision/picture/quad.ts'
import { resize } from '../../../src/vision/picture/resize.ts'
import { sheetOf } from '../../../src/vision/picture/sheet.ts'
import { readText } from '../../../src/vision/text/read-text.ts'

const nets = openNets()

/** Lines of text under one another, and a box around each with the margin that the finder leaves. */
function page(lines: readonly string[]): { picture: Picture; quads: Quad[] } {
  const [width, step] = [900, 60]
  const height = step * lines.length
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#dfe6e0'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#22252c'
  pen.font = font('sans', 400, 26)
  pen.textBaseline = 'middle'
  const quads = lines.map((line, i): Quad => {
    const middle = step * (i + 0.5)
    pen.fillText(line, 20, middle)
    const right = 28 + pen.measureText(line).width
    const [top, bottom] = [middle - 20, middle + 18]
    return [
      { x: 12, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: 12, y: bottom },
    ]
  })
  const { data } = pen.getImageData(0, 0, width, height)
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3)
  return { picture: { width, height, data: rgb }, quads }
}

async function read(lines: readonly string[]): Promise<string[]> {
  const { picture, quads } = page(lines)
  return (await readText(nets, picture, quads)).map(({ text }) => text)
}

describe('a line of text', () => {
  it('keeps its words apart and its accents', async () => {
    const lines = ['GRÖSSE / HEIGHT / TAILLE', 'Façade, žluťoučký űrhajó', 'NÜMUNƏ İŞÇİ OĞLU', 'Ærø Łódź Țară Ñandú']
    assert.deepEqual(await read(lines), lines)
  })

  it('is read in Cyrillic and in Greek', async () => {
    const lines = ['ПРІЗВИЩЕ / SURNAME', 'Република Србија', 'ΔΙΑΒΑΤΗΡΙΟ', 'Ημερομηνία γέννησης']
    assert.deepEqual(await read(lines), lines)
  })

  it('is read with its digits and marks, long or short', async () => {
    const lines = ['F', '12.08.1974', '4b. 01-02-2033', 'N° 123456/7890', "SPECIMEN (TESTVILLE), 17 RUE DE L'EXEMPLE"]
    assert.deepEqual(await read(lines), lines)
  })

  it('has a probability for each of its characters', async () => {
    const { picture, quads } = page(['DOCUMENT 42'])
    const [line] = await readText(nets, picture, quads)
    assert.equal(line?.probabilities.length, line?.text.length)
    assert.ok((line?.confidence ?? 0) > 0.8)
  })

  it('is nothing where nothing is written', async () => {
    const { picture, quads } = page(['                                '])
    assert.deepEqual((await readText(nets, picture, quads))[0]?.text, '')
  })

  it('in small print is read from the photo, which has more of it, whichever way it was turned', async () => {
    const lines = [
      'NUMMER / NUMBER 0047 1195',
      'GEBURTSDATUM 09.03.1967',
      'Behörde der Beispielstadt',
      'ausgestellt 17.11.2021',
    ]
    const { picture: photo, quads } = page(lines)
    const share = 0.22
    const small = resize(photo, { width: Math.round(share * photo.width), height: Math.round(share * photo.height) })
    const places = quads.map((quad) => mapQuad(quad, ({ x, y }) => ({ x: share * x, y: share * y })))
    const textOf = async (sheet: Picture) => (await readText(nets, sheet, places)).map(({ text }) => text)
    assert.notDeepEqual(await textOf(small), lines)
    assert.deepEqual(await textOf(sheetOf(small, photo, quadOfPicture(photo), 0)), lines)

    const lying = rotate90(photo, 2)
    assert.deepEqual(await textOf(sheetOf(small, lying, quadOfPicture(lying), 2)), lines)
  })
})
