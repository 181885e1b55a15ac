import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../../packages/specimen/src/photograph/photograph.ts'
import type { CheckedPage } from '../../../../../src/vision/document/checks/check.ts'
import { judgeTraces, traces } from '../../../../../src/vision/document/checks/traces/judge-traces.ts'
import { lookAtTraces } from '../../../../../src/vision/document/checks/traces/look-at-traces.ts'
import { openNets } from '../../../../../src/vision/nets/runtime.ts'
import { type Box, boundsOf, overlapOf } from '../../../../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { type Quad, quadOfPicture } from '../../../../../src/vision/picture/quad.ts'
import type { ReadContext } from '../../../../../src/vision/read-engine.ts'
import { findText } from '../../../../../src/vision/text/find-text.ts'

const nets = openNets()

/** A value wiped out with paint and written again, in shares of the photo. */
const WRITTEN = { x: 0.45, y: 0.44, width: 0.2, height: 0.045 }

async function overwrite(jpeg: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(jpeg))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const [x, y, width, height] = [
    WRITTEN.x * image.width,
    WRITTEN.y * image.height,
    WRITTEN.width * image.width,
    WRITTEN.height * image.height,
  ]
  const [red = 0, green = 0, blue = 0] = context.getImageData(x, y - 4, 1, 1).data
  context.fillStyle = `rgb(${red},${green},${blue})`
  context.fillRect(x, y, width, height)
  context.fillStyle = '#222'
  context.font = `${Math.round(height * 0.8)}px sans-serif`
  context.fillText('NOBODY 1999', x + 4, y + height * 0.8)
  return canvas.toBuffer('image/jpeg', 92)
}

/** The pixels of a picture with one place copied over another. */
function pasted({ width, data }: Picture, from: Box, to: Box): Uint8Array {
  const copy = new Uint8Array(data)
  const [left, top, x, y] = [from.x, from.y, to.x, to.y].map(Math.floor) as [number, number, number, number]
  for (let row = 0; row < from.height; row++) {
    const start = 3 * ((top + row) * width + left)
    copy.set(data.subarray(start, start + 3 * Math.floor(from.width)), 3 * ((y + row) * width + x))
  }
  return copy
}

const judge = async (bytes: Uint8Array, quad?: Quad) => {
  const photo = await decode(bytes)
  const found = await judgeTraces(nets, { photo, quad: quad ?? quadOfPicture(photo), turns: 0 })
  assert.ok(found)
  return found
}

describe('traces in a picture of a document', () => {
  it('says where a value was wiped out and written again, and nothing of the picture as it was taken', async () => {
    for (const seed of ['traces 1', 'traces 2']) {
      const { front } = await drawSpecimen({ kind: 'td1', country: 'EST', seed })
      const { jpeg, quad } = await photograph(front, { seed, level: 'easy' })
      const [plain, edited] = [await judge(jpeg, quad), await judge(await overwrite(jpeg), quad)]
      assert.ok((plain.edits?.score ?? 0) > 50, `${seed}: as taken ${plain.edits?.score}`)
      assert.deepEqual([plain.edits?.places, plain.heat], [undefined, undefined])
      assert.ok((edited.edits?.score ?? 100) <= 50, `${seed}: edited ${edited.edits?.score}`)
      const photo = await decode(jpeg)
      const [left, top] = [quad[0].x / photo.width, quad[0].y / photo.height]
      const [width, height] = [(quad[1].x - quad[0].x) / photo.width, (quad[3].y - quad[0].y) / photo.height]
      const onPage = {
        x: (WRITTEN.x - left) / width,
        y: (WRITTEN.y - top) / height,
        width: WRITTEN.width / width,
        height: WRITTEN.height / height,
      }
      const [first] = edited.edits?.places ?? []
      assert.ok(first && overlapOf(first, onPage) > 0.5, `${seed}: ${JSON.stringify(first)}`)
      assert.ok(Math.max(...Array.from(edited.heat?.values ?? [])) > 0.8)
    }
  })

  it('says nothing of edits where the file was compressed too strongly', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', country: 'EST', seed: 'traces 1' })
    const { jpeg, quad } = await photograph(front, { seed: 'traces 1', level: 'easy' })
    const photo = await decode(jpeg)
    const context = { nets } as ReadContext
    const map = await lookAtTraces(nets, photo, quad)
    const page = { photo, quad, turns: 0, document: photo, portrait: undefined } as unknown as CheckedPage
    const judged = await traces.judgePage(context, { ...page, bytes: jpeg }, map)
    assert.ok(judged.authenticity?.edits)
    const bytes = await toJpeg(photo, 12)
    const { edits, editsUnjudged, camera } =
      (await traces.judgePage(context, { ...page, bytes }, map)).authenticity ?? {}
    assert.deepEqual([edits, editsUnjudged, camera], [undefined, 'STRONG_COMPRESSION', judged.authenticity?.camera])
  })

  it('says which text of a taught document was copied within the picture, and looks at no other document', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', country: 'EST', seed: 'traces 1' })
    const { jpeg, quad } = await photograph(front, { seed: 'traces 1', level: 'easy' })
    const photo = await decode(jpeg)
    const map = await lookAtTraces(nets, photo, quad)
    const boxes = await findText(nets, photo, 768)
    // Two values of about the same height.
    const [from, to] = boxes
      .map((box) => boundsOf(box.quad))
      .filter(({ width }) => width < 0.2 * photo.width)
      .toSorted((a, b) => b.width - a.width) as [Box, Box]
    const context = { nets } as ReadContext
    const judged = async (page: object) => {
      const whole = { photo, quad: quadOfPicture(photo), turns: 0, document: photo, boxes, bytes: jpeg, ...page }
      return (await traces.judgePage(context, whole as unknown as CheckedPage, map)).authenticity?.edits
    }
    const copy = { ...photo, data: pasted(photo, from, to) }
    assert.ok(((await judged({ taught: {} }))?.score ?? 0) > 50)
    assert.ok(((await judged({ photo: copy }))?.score ?? 0) > 50)
    const found = await judged({ photo: copy, taught: {} })
    assert.ok((found?.score ?? 100) <= 50, `${found?.score}`)
    assert.equal(found?.places?.filter(({ about }) => about === 'repeated text').length, 2)
  })

  it('tells a drawing from a photograph of it', async () => {
    const { front } = await drawSpecimen({ kind: 'td3', seed: 'traces' })
    const { jpeg, quad } = await photograph(front, { seed: 'traces', level: 'medium' })
    const [drawing, photo] = [await judge(front), await judge(jpeg, quad)]
    assert.ok(drawing.camera.score <= 50, `drawing ${drawing.camera.score}`)
    assert.deepEqual([drawing.edits, drawing.editsUnjudged], [undefined, undefined], 'a drawing has no history')
    assert.ok(photo.camera.score > 50, `photograph ${photo.camera.score}`)
  })

  it('says nothing of edits on a page of a few cells', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 'traces' })
    const { jpeg } = await photograph(front, { seed: 'traces', level: 'medium' })
    const corner = 90
    const found = await judge(jpeg, [
      { x: 0, y: 0 },
      { x: corner, y: 0 },
      { x: corner, y: corner },
      { x: 0, y: corner },
    ])
    assert.deepEqual([found.edits, found.editsUnjudged], [undefined, 'FEW_PIXELS'])
  })
})
