import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FILM_LIMITS, measureFilm } from '../../../../src/features/challenge/judge/judge-challenge.ts'
import { BROAD, type SeenFrame } from '../../../../src/vision/face/challenge/challenge.ts'

/** A frame of a room without anybody: what `lightAt` says of each place. */
function frameOf(lightAt: (x: number, y: number) => number): SeenFrame {
  const broad = new Uint8Array(BROAD.width * BROAD.height * 3)
  for (let at = 0; at < broad.length; at++) {
    const place = Math.floor(at / 3)
    broad[at] = lightAt(place % BROAD.width, Math.floor(place / BROAD.width))
  }
  return { width: 360, height: 480, others: 0, broad, grain: new Uint8Array() }
}

/** Bright books on a dark shelf, as sharp as the frame can show them. */
const readable = (x: number, y: number) => (Math.floor(x / 3) % 2 === Math.floor(y / 5) % 2 ? 220 : 30)
const wall = (x: number) => 120 + x

describe('what is around the head', () => {
  const around = (...frames: SeenFrame[]) => measureFilm(frames).around

  it('stays when the hand moves the camera by a part of a place', () => {
    const moved = (x: number, y: number) => 0.5 * readable(x, y) + 0.5 * readable(x + 1, y)
    assert.ok(around(frameOf(readable), frameOf(moved)) < FILM_LIMITS.around)
  })

  it('stays when the camera exposes again', () => {
    const brighter = (x: number, y: number) => Math.min(255, 1.12 * readable(x, y))
    assert.ok(around(frameOf(readable), frameOf(brighter)) < FILM_LIMITS.around)
  })

  it('stays when the hand moves the camera far', () => {
    const aside = (x: number, y: number) => readable(x + 3, y + 2)
    assert.ok(around(frameOf(readable), frameOf(aside)) < FILM_LIMITS.around)
  })

  it('changes by a cut between two dark rooms', () => {
    const dim = (x: number, y: number) => 8 + 0.1 * readable(x, y)
    assert.ok(
      around(
        frameOf(dim),
        frameOf(() => 12),
      ) > FILM_LIMITS.around,
    )
  })

  it('says nothing where the head fills the frame', () => {
    const box = { x: 60, y: 60, width: 260, height: 400 }
    const face = { box, points: [], pose: { yaw: 0, pitch: 0, roll: 0 }, light: 120 }
    assert.equal(around({ ...frameOf(readable), face }, { ...frameOf(wall), face }), 0)
  })

  it('changes by a cut into another room', () => {
    assert.ok(around(frameOf(readable), frameOf(wall)) > FILM_LIMITS.around)
    assert.ok(around(frameOf(wall), frameOf(readable)) > FILM_LIMITS.around)
  })
})

describe('the order of the frames', () => {
  /** A bright bar that travels over a dark wall. */
  const frames = Array.from({ length: 16 }, (_, at) => frameOf((x) => (Math.abs(x - 2 * at) < 6 ? 220 : 40)))
  const times = frames.map((_, at) => 330 * at)
  const order = (of: SeenFrame[], at = times) => measureFilm(of, at).order

  it('shows in how little changes from one to the next', () => {
    assert.ok((order(frames) ?? 1) < FILM_LIMITS.order / 2)
  })

  it('is gone where they are shuffled, or come again and again', () => {
    const shuffled = frames.map((_, at) => frames[(at * 7) % frames.length] as SeenFrame)
    assert.ok((order(shuffled) ?? 0) > FILM_LIMITS.order)
    const looped = frames.map((_, at) => frames[(at % 3) * 5] as SeenFrame)
    assert.ok((order(looped) ?? 0) > FILM_LIMITS.order)
  })

  it('is not looked for where frames lie far apart, or nothing moves', () => {
    assert.equal(
      order(
        frames,
        times.map((time) => 4 * time),
      ),
      undefined,
    )
    assert.equal(order(frames.map(() => frameOf(wall))), undefined)
  })
})
