import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point, Quad } from '../../../src/apps/hosted-page/guidance/find-sides.ts'
import { holdUntilChanged, type Seen } from '../../../src/apps/hosted-page/guidance/ripen.ts'
import {
  fingerprintOf,
  hasChanged,
  isSameSide,
  type SceneFingerprint,
} from '../../../src/apps/hosted-page/guidance/scene-fingerprint.ts'
import type { Grey } from '../../../src/vision/picture/quality/measures.ts'

type Paint = (across: number, down: number) => number
const front: Paint = (across) => (across < 0.33 ? 60 : 200)
const back: Paint = (_, down) => (down > 0.7 ? 40 : 190)
const turned =
  (paint: Paint): Paint =>
  (across, down) =>
    paint(1 - across, 1 - down)

/** A card of 160 by 100 on a grey table. */
function scene(paint: Paint, { x = 80, y = 150, light = 0 } = {}): SceneFingerprint {
  const picture: Grey = { width: 320, height: 400, data: new Uint8Array(320 * 400).fill(110 + light) }
  for (let row = 0; row < 100; row += 1)
    for (let column = 0; column < 160; column += 1)
      picture.data[(y + row) * 320 + x + column] = paint(column / 160, row / 100) + light
  const corner = (right: number, down: number): Point => [x + right, y + down]
  const quad: Quad = [corner(0, 0), corner(160, 0), corner(160, 100), corner(0, 100)]
  return fingerprintOf(picture, quad)
}
const sideOf = (fingerprint: SceneFingerprint) => fingerprint.page?.side ?? new Uint8Array()
const ready = (fingerprint: SceneFingerprint): Seen => ({ verdict: 'ready', fingerprint })

describe('the print of a scene', () => {
  it('is the same under a trembling hand', () => {
    assert.equal(hasChanged(scene(front, { x: 82, y: 149 }), scene(front)), false)
  })

  it('is another when the document was moved or turned over, or the light changed', () => {
    assert.equal(hasChanged(scene(front, { x: 95 }), scene(front)), true)
    assert.equal(hasChanged(scene(back), scene(front)), true)
    assert.equal(hasChanged(scene(front, { light: 12 }), scene(front)), true)
  })

  it('tells the other side of a card from the same one, moved or upside down', () => {
    for (const same of [scene(front, { x: 20, y: 40 }), scene(turned(front)), scene(front, { light: 25 })])
      assert.equal(isSameSide(sideOf(same), sideOf(scene(front))), true)
    assert.equal(isSameSide(sideOf(scene(back)), sideOf(scene(front))), false)
  })
})

describe('what was refused', () => {
  it('is held until the other side is shown for a while, however the first one lies', () => {
    const isHeld = holdUntilChanged(ready(scene(front)), true)
    assert.equal(isHeld(ready(scene(front, { x: 20 })), 0), 'unsure')
    assert.equal(isHeld(ready(scene(turned(front))), 1_000), 'same')
    for (const [side, at] of [
      [back, 2_000],
      [front, 2_600],
      [back, 3_000],
      [back, 3_100],
      [back, 3_400],
    ] as const)
      assert.equal(isHeld(ready(scene(side)), at), 'unsure', `${at}`)
    assert.equal(isHeld(ready(scene(back)), 3_700), 'changed')
    assert.equal(isHeld(ready(scene(front)), 3_800), 'changed')
  })

  it('is held as long as the same side is shown, which is said only while it is', () => {
    const isHeld = holdUntilChanged(ready(scene(front)), true)
    for (let at = 600; at < 60_000; at += 200) {
      const held = isHeld(ready(scene(front)), at)
      assert.equal(held, at < 1_100 ? 'unsure' : 'same', `${at}`)
    }
    // At one frame a second, as on a slow phone, nothing is said of the back either.
    assert.equal(isHeld(ready(scene(back)), 61_000), 'unsure')
    assert.equal(isHeld(ready(scene(back)), 62_000), 'changed')
  })

  it('is held while the outline jumps from one thing to another', () => {
    const isHeld = holdUntilChanged(ready(scene(front)), true)
    const other: Paint = (across, down) => (across + down > 1 ? 220 : 30)
    for (let at = 0; at < 4_000; at += 100)
      assert.equal(isHeld(ready(scene(at % 200 ? back : other)), at), 'unsure', `${at}`)
  })

  it('is free once the page no longer sees what was wrong, though it lies as it lay', () => {
    const isHeld = holdUntilChanged({ verdict: 'blurred', fingerprint: scene(front) }, false)
    assert.equal(isHeld({ verdict: 'blurred', fingerprint: scene(front) }, 0), 'same')
    assert.equal(isHeld(ready(scene(front)), 100), 'same')
    assert.equal(isHeld(ready(scene(front)), 700), 'changed')
  })

  it('is held where the page saw nothing wrong, until the document is moved', () => {
    const isHeld = holdUntilChanged(ready(scene(front)), false)
    assert.equal(isHeld(ready(scene(front, { x: 82 })), 5_000), 'same')
    assert.equal(isHeld({ verdict: 'searching', fingerprint: scene(back) }, 6_000), 'same')
    assert.equal(isHeld(ready(scene(front, { x: 100 })), 7_000), 'same')
    assert.equal(isHeld(ready(scene(front, { x: 100 })), 7_600), 'changed')
  })
})
