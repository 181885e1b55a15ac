import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChallengeAnswer, judgeChallenge } from '../../../../src/features/challenge/judge/judge-challenge.ts'
import type { ChallengeCheck, SeenFrame } from '../../../../src/vision/face/challenge/challenge.ts'
import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { matchTemplates } from '../../../../src/vision/face/match-templates.ts'
import { selfie } from '../../../kernel/decision/genuine.ts'
import { seenOf, standings } from '../../../support/challenge.ts'

const still = selfie().template
const stranger = { ...still, values: still.values.map((value, at) => (at % 2 ? value : -value)) }
/** Somebody whose match with the selfie is of this score. */
function likeBy(score: number): FaceTemplate {
  const mixed = (share: number): FaceTemplate => {
    const values = still.values.map((value, at) => share * value + (1 - share) * (stranger.values[at] as number))
    const length = Math.hypot(...values)
    return { ...still, values: values.map((value) => value / length) }
  }
  const shares = Array.from({ length: 1_001 }, (_, at) => at / 1_000)
  const found = shares.map(mixed).find((template) => (matchTemplates(template, still)?.score ?? 0) >= score)
  assert.ok(found)
  return found
}

const drawnAt = '2026-01-05T12:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(drawnAt) + ms)

function answer(moves: ChallengeMove[], change: Partial<ChallengeAnswer> = {}): ChallengeAnswer {
  const seen = seenOf(standings(moves), { template: still })
  const times = seen.frames.map((_, at) => 1_000 + at * 400)
  const draw = { id: 'a', moves, drawnAt }
  return { draw, draws: 1, times, receivedAt: after(9_000), seen, models: [], still, ...change }
}

const failedOf = (given: ChallengeAnswer): ChallengeCheck[] =>
  judgeChallenge(given)
    .findings.filter(({ passed }) => !passed)
    .map(({ check }) => check)

const withFrames = (given: ChallengeAnswer, change: (frames: SeenFrame[]) => SeenFrame[]): ChallengeAnswer => ({
  ...given,
  seen: { frames: change(given.seen.frames) },
})

const MOVES: ChallengeMove[] = ['LEFT', 'NEARER', 'RIGHT']

describe('a challenge', () => {
  it('is passed by a head that moves as asked', () => {
    for (const moves of [MOVES, ['BACK', 'LEFT', 'NEARER'], ['RIGHT', 'LEFT', 'RIGHT']] as ChallengeMove[][]) {
      assert.deepEqual(failedOf(answer(moves)), [])
      assert.equal(judgeChallenge(answer(moves)).passed, true)
    }
  })

  it('is not passed by the moves of another draw, which are named', () => {
    const other = answer(['LEFT', 'BACK', 'RIGHT'])
    const { passed, findings } = judgeChallenge({ ...other, draw: { ...other.draw, moves: MOVES } })
    assert.equal(passed, false)
    const moves = findings.find(({ check }) => check === 'MOVES')
    assert.equal(moves?.reason, 'Asked for LEFT, NEARER, RIGHT; seen: LEFT, BACK, RIGHT.')
  })

  it('is not passed by a head that does not come back to the middle', () => {
    const given = withFrames(answer(MOVES), (frames) => frames.slice(0, -1))
    assert.deepEqual(failedOf({ ...given, times: given.times.slice(0, -1) }), ['MOVES'])
  })

  it('is not passed by a picture, whose nose stays in its plane', () => {
    assert.deepEqual(failedOf(answer(MOVES, { seen: seenOf(standings(MOVES), { template: still, flat: true }) })), [
      'HEAD',
    ])
  })

  it('is not passed by a bent picture, whose nose moves as one with what is above and below it', () => {
    const tracked = (shift: number, likeness = 0.9) =>
      withFrames(answer(MOVES), (frames) =>
        frames.map((frame) =>
          frame.face && Math.abs(frame.face.pose.yaw) > 15
            ? { ...frame, face: { ...frame.face, nose: { shift, likeness } } }
            : frame,
        ),
      )
    assert.deepEqual(failedOf(tracked(0.01)), ['HEAD'])
    assert.deepEqual(failedOf(tracked(0.05)), [])
    assert.deepEqual(failedOf(tracked(0.01, 0.4)), [], 'what was not found again says nothing')
    const head = judgeChallenge(tracked(0.01)).findings.find(({ check }) => check === 'HEAD')
    assert.equal(head?.used.noseTracked, 0.01)
    assert.match(head?.reason ?? '', /bent picture/)
  })

  it('is not passed by another face, a second one, or none', () => {
    const change = (until: number, to: (frame: SeenFrame) => SeenFrame) =>
      withFrames(answer(MOVES), (frames) => frames.map((frame, at) => (at > 2 && at < until ? to(frame) : frame)))
    const second = (frame: SeenFrame) => ({ ...frame, others: 1 })
    const without = ({ face: _, ...frame }: SeenFrame) => frame
    const swapped = answer(MOVES, { seen: seenOf(standings(MOVES), { template: stranger }) })
    assert.deepEqual(failedOf(swapped), ['ONE_FACE'])
    assert.deepEqual(failedOf(change(6, second)), ['ONE_FACE'])
    assert.deepEqual(failedOf(change(4, second)), [], 'somebody passes behind')
    assert.ok(failedOf(change(9, without)).includes('ONE_FACE'))
  })

  it('is not passed by somebody who looks alike, where the frame looks into the camera as the selfie does', () => {
    const alike = likeBy(40)
    const wearing = (straight: boolean) =>
      withFrames(answer(MOVES), (frames) =>
        frames.map((frame) =>
          frame.face && Math.abs(frame.face.pose.yaw) < 12 === straight
            ? { ...frame, face: { ...frame.face, template: alike } }
            : frame,
        ),
      )
    assert.deepEqual(failedOf(wearing(true)), ['ONE_FACE'])
    assert.deepEqual(failedOf(wearing(false)), [], 'turned faces match less well')
  })

  it('is not passed by a frame that comes twice, a cut, or a jump of the light', () => {
    const given = answer(MOVES)
    const first = given.seen.frames[0] as SeenFrame
    const changed = (change: (frame: SeenFrame) => SeenFrame) =>
      failedOf(withFrames(given, (frames) => frames.map((frame, at) => (at > 7 ? change(frame) : frame))))
    assert.deepEqual(
      changed((frame) => ({ ...frame, grain: first.grain })),
      ['FILM'],
    )
    assert.deepEqual(
      changed((frame) => ({ ...frame, broad: frame.broad.map(() => 170) })),
      ['FILM'],
    )
    const brighter = (frame: SeenFrame) => ({ ...frame, ...(frame.face && { face: { ...frame.face, light: 190 } }) })
    assert.deepEqual(changed(brighter), ['FILM'])
  })

  it('is not passed in no human time', () => {
    const { times } = answer(MOVES)
    const at = (change: (time: number, i: number) => number, waited = 9_000) =>
      failedOf(answer(MOVES, { times: times.map(change), receivedAt: after(waited) }))
    assert.deepEqual(
      at((time) => time, 3_000),
      ['TIME'],
      'frames from before the draw',
    )
    assert.deepEqual(
      at((time) => 1_000 + (time - 1_000) / 8),
      ['TIME'],
      'all at once',
    )
    assert.deepEqual(
      at((time) => time * 9, 60_000),
      ['TIME'],
      'too far apart',
    )
    assert.deepEqual(
      at((time, i) => (i === 4 ? 1_000 : time)),
      ['TIME'],
      'not in order',
    )
  })

  it('is judged by the worst of its frames when it comes to liveness', () => {
    const given = withFrames(answer(MOVES), (frames) =>
      frames.map((frame, at) => (at === 1 && frame.face ? { ...frame, face: { ...frame.face, liveness: 2 } } : frame)),
    )
    assert.deepEqual(failedOf(given), ['LIVENESS'])
  })

  it('is over after its time, whatever the frames show', () => {
    assert.deepEqual(failedOf(answer(MOVES, { receivedAt: after(121_000) })), ['DRAW'])
  })
})
