import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FILM_LIMITS, measureFilm } from '../../../../src/domain/face/challenge/judge-film.ts'
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
const books = (x: number, y: number) => (Math.floor(x / 3) % 2 === Math.floor(y / 5) % 2 ? 220 : 30)
const wall = (x: number) => 120 + x

describe('what is around the head', () => {
  const around = (...frames: SeenFrame[]) => measureFilm(frames).around

  it('stays when the hand moves the camera by a part of a place', () => {
    const moved = (x: number, y: number) => 0.5 * books(x, y) + 0.5 * books(x + 1, y)
    assert.ok(around(frameOf(books), frameOf(moved)) < FILM_LIMITS.around)
  })

  it('changes by a cut into another room', () => {
    assert.ok(around(frameOf(books), frameOf(wall)) > FILM_LIMITS.around)
    assert.ok(around(frameOf(wall), frameOf(books)) > FILM_LIMITS.around)
  })
})
