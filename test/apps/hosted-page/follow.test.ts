import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../packages/specimen/src/random.ts'
import type { Quad } from '../../../src/apps/hosted-page/guidance/find-sides.ts'
import { follow, followOutline, movedBetween } from '../../../src/apps/hosted-page/guidance/follow.ts'
import type { Grey } from '../../../src/vision/picture/quality/measures.ts'

const SIZE = { width: 320, height: 480 }
const QUAD: Quad = [
  [60, 150],
  [250, 140],
  [260, 270],
  [55, 280],
]

/** A light card on a dark, grainy table, so many pixels next to its place. */
function frame(byX: number, byY: number, noise: number): Grey {
  const source = random(`follow/${noise}`)
  const data = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) {
      const grain = ((x * 7 + y * 13) % 17) - 8
      const isCard = isInside(x - byX, y - byY)
      data[y * SIZE.width + x] = (isCard ? 190 : 80) + grain + source.between(-4, 4)
    }
  return { ...SIZE, data }
}

function isInside(x: number, y: number): boolean {
  return QUAD.every(([ax, ay], at) => {
    const [bx, by] = QUAD[(at + 1) % 4] as [number, number]
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
  })
}

const distance = (one: Quad | undefined, byX: number, byY: number) =>
  one === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(...one.map(([x, y], at) => Math.hypot(x - (QUAD[at]?.[0] ?? 0) - byX, y - (QUAD[at]?.[1] ?? 0) - byY)))

describe('the outline between two looks of the corner net', () => {
  it('goes with the document', () => {
    for (const [byX, byY] of [
      [7, -5],
      [-18, 12],
      [20, 20],
    ] as const)
      assert.ok(distance(follow(QUAD, frame(0, 0, 1), frame(byX, byY, 2)), byX, byY) <= 2, `${byX}, ${byY}`)
  })

  it('is not known any more where the document went farther than it is looked for, until the net looks again', () => {
    assert.equal(follow(QUAD, frame(0, 0, 1), frame(60, 50, 2)), undefined)
    const follower = followOutline()
    follower.sidesIn(1, frame(0, 0, 1), true)
    follower.report({ frame: 1, sides: { found: 4, cutOff: false, quad: QUAD } })
    assert.deepEqual(follower.sidesIn(2, frame(60, 50, 2), true), { found: 4, cutOff: false, isLost: true })
    assert.equal(follower.sidesIn(3, frame(0, 0, 3), false)?.quad, undefined)
    follower.report({ frame: 2, sides: { found: 4, cutOff: false, quad: QUAD } })
    assert.ok(follower.sidesIn(4, frame(60, 50, 4), false)?.quad)
  })

  it('tells how far the document moved, by the corners that are in the picture', () => {
    assert.ok(movedBetween(QUAD, frame(9, 0, 1), frame(0, 0, 2)) >= 8)
    const large: Quad = [
      [-60, -50],
      [250, 140],
      [260, 270],
      [-70, 530],
    ]
    assert.ok(movedBetween(large, frame(0, 0, 1), frame(0, 0, 2)) <= 1)
  })

  it('stays where it is when nothing moves', () => {
    assert.equal(distance(follow(QUAD, frame(0, 0, 1), frame(0, 0, 2)), 0, 0), 0)
  })

  it('is brought from the frame the net looked at to the one that is shown', () => {
    const follower = followOutline()
    assert.equal(follower.sidesIn(1, frame(0, 0, 1), true), undefined)
    assert.equal(follower.sidesIn(2, frame(4, 4, 2), false), undefined)
    follower.report({ frame: 1, sides: { found: 4, quad: QUAD, cutOff: false } })
    const sides = follower.sidesIn(3, frame(9, 6, 3), false)
    assert.ok(sides?.quad && distance(sides.quad, 9, 6) <= 2)
    follower.report({ frame: 0, sides: undefined })
    assert.equal(follower.sidesIn(4, frame(9, 6, 4), false), undefined)
  })
})
