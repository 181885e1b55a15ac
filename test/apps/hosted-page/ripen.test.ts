import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Verdict } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import { openRipening } from '../../../src/apps/hosted-page/guidance/ripen.ts'

/** The moment at which the picture is taken, in milliseconds; undefined when it is not within half a minute. */
function takenAt(verdictOf: (frame: number) => Verdict, frameMs: number): number | undefined {
  const ripen = openRipening()
  for (let frame = 0; frame * frameMs < 30_000; frame++)
    if (ripen(verdictOf(frame), frameMs).isTime) return (frame + 1) * frameMs
  return undefined
}

describe('the moment at which a picture is taken by itself', () => {
  it('comes when all was well for a while', () => {
    assert.equal(
      takenAt(() => 'ready', 50),
      700,
    )
  })

  it('comes later when a frame was bad in between', () => {
    assert.equal(
      takenAt((frame) => (frame === 10 ? 'glare' : 'ready'), 50),
      850,
    )
  })

  it('comes at the first still frame on a slow device, whose frames lie so far apart that the hand has moved in most', () => {
    assert.equal(
      takenAt((frame) => (frame % 3 === 2 ? 'ready' : 'steady'), 1_000),
      3_000,
    )
  })

  it('needs two good frames in a row of a slow device, and says “good” no longer than that', () => {
    for (const frameMs of [400, 1_000, 2_000])
      assert.equal(
        takenAt(() => 'ready', frameMs),
        2 * frameMs,
      )
  })

  it('is left to the person where frames take longer than a hand is still', () => {
    const ripen = openRipening()
    const slow = Array.from({ length: 20 }, () => ripen('ready', 4_000))
    assert.ok(slow.slice(2).every(({ isTime, isSlow }) => isSlow && !isTime))
    assert.equal(ripen('ready', 50).isSlow, false)
  })

  it('comes with a frame that moved where no other is to be had', () => {
    assert.equal(
      takenAt(() => 'steady', 50),
      4_000,
    )
    assert.equal(
      takenAt(() => 'steady', 2_000),
      6_000,
    )
  })

  it('never comes while anything but movement is in the way, or without anything to take', () => {
    const wrong = ['dark', 'bright', 'glare', 'blurred', 'cutOff', 'closer', 'back', 'turned', 'aside'] as const
    for (const verdict of [...wrong, 'searching', 'several', 'unguided'] as const)
      assert.equal(
        takenAt(() => verdict, 50),
        undefined,
        verdict,
      )
  })

  it('comes again only after as long a time', () => {
    const ripen = openRipening()
    const times = Array.from({ length: 40 }, () => ripen('ready', 50).isTime)
    assert.deepEqual(
      times.flatMap((isTime, at) => (isTime ? [(at + 1) * 50] : [])),
      [700, 1_400],
    )
  })
})
