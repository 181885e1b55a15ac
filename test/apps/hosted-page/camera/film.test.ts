import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { openFilm } from '../../../../src/apps/hosted-page/camera/film.ts'
import type { Quad } from '../../../../src/apps/hosted-page/guidance/find-sides.ts'

const CORNERS: Quad = [
  [400, 300],
  [1200, 300],
  [1200, 800],
  [400, 800],
]

/** A camera, a clock and a canvas that notes what is drawn into it. */
function stage(video = { videoWidth: 1440, videoHeight: 2560 }) {
  const drawn: number[][] = []
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: (_: unknown, ...numbers: number[]) => drawn.push(numbers) }),
    toBlob: (keep: (image: Blob) => void) => keep(new Blob([`frame ${drawn.length}`])),
  }
  Object.assign(globalThis, { document: { createElement: () => canvas } })
  const time = { now: 0 }
  const film = openFilm(video as HTMLVideoElement, () => time.now)
  const texts = () => Promise.all(film.frames().map((image) => image.text()))
  return { film, time, drawn, texts }
}

describe('the film that the page keeps of a document', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'document'))

  it('is the last second: the middle of the document, a third of a second apart', async () => {
    const { film, time, drawn, texts } = stage()
    for (time.now = 0; time.now <= 2_000; time.now += 50) film.see(CORNERS)
    time.now = 2_000
    assert.equal(drawn.length, 6)
    assert.deepEqual(await texts(), ['frame 4', 'frame 5', 'frame 6'])
    assert.deepEqual(drawn[0], [480, 326, 640, 448, 0, 0, 640, 448])
  })

  it('stays at its place while the corners tremble, and follows the document when it moves', () => {
    const { film, time, drawn } = stage()
    const see = (by: number) => {
      film.see(CORNERS.map(([x, y]) => [x + by, y]) as Quad)
      time.now += 400
    }
    for (const by of [0, 20, -30, 100]) see(by)
    assert.deepEqual(
      drawn.map(([x]) => x),
      [480, 480, 480, 580],
    )
  })

  it('has the resolution that the picture is sent with', () => {
    const { film, drawn } = stage({ videoWidth: 2880, videoHeight: 5120 })
    film.see(CORNERS)
    assert.deepEqual(drawn[0], [160, 102, 1280, 896, 0, 0, 640, 448])
  })

  it('has no frames without a document, and none that are old', async () => {
    const { film, time, drawn, texts } = stage()
    film.see(undefined)
    assert.equal(drawn.length, 0)
    film.see(CORNERS)
    assert.deepEqual(await texts(), ['frame 1'])
    time.now = 400
    film.see(CORNERS)
    assert.deepEqual(await texts(), ['frame 1', 'frame 2'])
    time.now = 5_100
    assert.deepEqual(await texts(), ['frame 2'])
    time.now = 6_000
    assert.deepEqual(await texts(), [])
  })
})
