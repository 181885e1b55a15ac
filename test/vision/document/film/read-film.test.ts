import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { type Film, film } from '../../../../packages/specimen/src/photograph/film.ts'
import type { LocatedPhoto } from '../../../../src/vision/document/checks/check.ts'
import { readFilm } from '../../../../src/vision/document/film/read-film.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import { meanOf, type Picture } from '../../../../src/vision/picture/picture.ts'
import { mapQuad } from '../../../../src/vision/picture/quad.ts'
import { engine } from '../../../support/read-engine.ts'

/** What it counts, without what it measures. */
const counted = async (still: LocatedPhoto, frames: readonly Uint8Array[]) => {
  const { frames: came, same, score } = await judge(still, frames)
  return { frames: came, same, ...(score !== undefined && { score }) }
}
const judge = async (still: LocatedPhoto, frames: readonly Uint8Array[]) =>
  (await engine.read((context) => readFilm(context, still, frames))).value

describe('the film of a document', () => {
  let still: LocatedPhoto
  let shown: Film
  before(async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 'film', format: 'png' })
    shown = await film('original', front, { seed: 'film', level: 'easy', size: 1280 })
    still = { photo: await decode(shown.still.jpeg), quad: shown.still.quad }
  })

  it('of the document itself is not held against it, though the hand moves', async () => {
    const { score = 0, leastChange = 0, ...counts } = await judge(still, shown.frames)
    assert.deepEqual(counts, { frames: 3, same: 3 })
    assert.ok(score > 80, `${score}`)
    assert.ok(leastChange > 5, `${leastChange}`)
  })

  it('repeats where one frame is shown over and over', async () => {
    const [first, , last] = shown.frames as [Uint8Array, Uint8Array, Uint8Array]
    assert.equal((await judge(still, [first, last, first])).leastChange, 0)
    assert.equal((await judge(still, [first])).leastChange, undefined)
  })

  it('is found in the still where the phone saw the middle of the document elsewhere', async () => {
    const astray = mapQuad(still.quad, ({ x, y }) => ({ x: x + 120, y: y - 70 }))
    const { score = 0, leastChange = 0, ...counts } = await judge({ ...still, quad: astray }, shown.frames)
    assert.deepEqual(counts, { frames: 3, same: 3 })
    assert.ok(score > 80 && leastChange > 5, `${score}`)
  })

  it('of frames that are too small to show anything says nothing', async () => {
    const speck = await toJpeg({ width: 1, height: 1, data: new Uint8Array(3) })
    const strip = await toJpeg({ width: 1280, height: 2, data: new Uint8Array(3 * 1280 * 2) })
    assert.deepEqual(await counted(still, [speck, strip]), { frames: 2, same: 0 })
  })

  it('shows a screen by waves that stay with the camera while the page moves', async () => {
    const waved = await Promise.all(shown.frames.map(async (frame) => toJpeg(withWaves(await decode(frame)), 90)))
    const { score = 100, same } = await judge({ ...still, photo: withWaves(still.photo) }, waved)
    assert.equal(same, 3)
    assert.ok(score < 20, `${score}`)
  })

  it('says nothing where it shows another page, or cannot be opened', async () => {
    const [a, b, c, d] = still.quad
    const photo = { ...still.photo, data: still.photo.data.toReversed() }
    assert.deepEqual(await counted({ photo, quad: [c, d, a, b] }, shown.frames), { frames: 3, same: 0 })
    const damaged = Buffer.from(shown.frames[0] as Uint8Array).subarray(0, 400)
    assert.deepEqual(await counted(still, [damaged, Buffer.from('no picture')]), { frames: 2, same: 0 })
  })

  it('says nothing where its frames are larger than the still, or show too little of the document', async () => {
    const small = { width: 600, height: 400, data: still.photo.data.subarray(0, 600 * 400 * 3) }
    assert.deepEqual(await counted({ ...still, photo: small }, shown.frames), { frames: 3, same: 0 })
    const middle = meanOf(still.quad)
    const tiny = mapQuad(still.quad, ({ x, y }) => ({
      x: middle.x + (x - middle.x) / 4,
      y: middle.y + (y - middle.y) / 4,
    }))
    assert.deepEqual(await counted({ ...still, quad: tiny }, shown.frames), { frames: 3, same: 3 })
  })
})

/** The beat of a display's pixels with the camera's. */
function withWaves(picture: Picture): Picture {
  const { width } = picture
  const wave = (i: number) => 12 * Math.sin(((i % width) + 0.6 * Math.floor(i / width)) / 0.8)
  const data = picture.data.map((value, at) => Math.max(0, Math.min(255, value + wave(Math.floor(at / 3)))))
  return { ...picture, data }
}
