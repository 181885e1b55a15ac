import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FILM_LIMITS, measureFilm } from '../../../../src/domain/face/challenge/judge-challenge.ts'
import { BROAD, type SeenFrame } from '../../../../src/domain/face/challenge/seen.ts'

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
