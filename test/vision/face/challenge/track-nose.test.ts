import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trackNose } from '../../../../src/vision/face/challenge/track-nose.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { pointsOf } from '../../../support/challenge.ts'

const SIZE = { width: 360, height: 480 }
const TURN = 25
/** In pixels, for a nose that stands out by 3.5 cm. */
const AHEAD = 10 * 3.5 * Math.sin((TURN * Math.PI) / 180)

/** A face full of waves, each row moved to the right by so many pixels. */
function view(movedBy: (y: number) => number): Picture {
  const data = new Uint8Array(SIZE.width * SIZE.height * 3)
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const y = Math.floor(at / SIZE.width)
    const x = Math.round((at % SIZE.width) - movedBy(y))
    const waves = Math.sin(x / 5 + y / 11) + Math.sin(x / 8.3 - y / 6.1) + Math.sin(y / 7.7)
    data.fill(128 + 30 * waves, at * 3, at * 3 + 3)
  }
  return { ...SIZE, data }
}

/** The middle of the nose's rows; those of its root and of the lips are more than a patch away. */
const isNose = (y: number) => y > 236 && y < 264

describe('a nose that is tracked by its pixels', () => {
  const still = { picture: view(() => 0), points: pointsOf(0, 1, true) }
  const follow = (movedBy: (y: number) => number, turn = -TURN) =>
    trackNose(still, { picture: view(movedBy), points: pointsOf(0, 1, true) }, turn)

  it('moves beyond root and lips on a head', () => {
    const { shift, likeness } = follow((y) => (isNose(y) ? AHEAD : 0))
    // In heights from the eyes to the mouth: 6 cm, 10 pixels each.
    assert.ok(Math.abs(shift - AHEAD / 60) < 0.02, `shift ${shift}`)
    assert.ok(likeness > 0.6, `likeness ${likeness}`)
  })

  it('moves as one with them on a bent picture', () => {
    const { shift, likeness } = follow(() => AHEAD)
    assert.ok(Math.abs(shift) < 0.01, `shift ${shift}`)
    assert.ok(likeness > 0.9, `likeness ${likeness}`)
  })

  it('is followed to the side of the turn', () => {
    const { shift } = follow((y) => (isNose(y) ? -AHEAD : 0), TURN)
    assert.ok(Math.abs(shift - AHEAD / 60) < 0.02, `shift ${shift}`)
  })
})
