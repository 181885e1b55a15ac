import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Cue,
  countFrame,
  type Guide,
  type HeadPose,
  progressOf,
  startGuide,
  stepGuide,
} from '../../../src/features/challenge/screen/guide.ts'
import { type FilmFrame, thin } from '../../../src/features/challenge/screen/thin.ts'
import type { ChallengeMove } from '../../../src/vision/face/challenge/moves.ts'

const MOVES: ChallengeMove[] = ['LEFT', 'NEARER', 'RIGHT']
const MIDDLE: HeadPose = { turn: 0.02, size: 0.3 }
const DONE: Record<ChallengeMove, HeadPose> = {
  LEFT: { turn: 0.4, size: 0.3 },
  RIGHT: { turn: -0.4, size: 0.3 },
  NEARER: { turn: 0, size: 0.42 },
  BACK: { turn: 0, size: 0.2 },
}

/** Follows the guide, looking ten times a second and filming once in `frameMs`, until it is done or ten seconds pass without a new cue. */
function follow(lookFor: (cue: Cue) => HeadPose | undefined, blind = false, frameMs = 300): Cue[] {
  const cues: Cue[] = []
  let guide: Guide = startGuide(0)
  for (let now = 0; guide.cue !== 'DONE' && now - guide.since < 10_000; now += 100) {
    if (cues.at(-1) !== guide.cue) cues.push(guide.cue)
    guide = stepGuide(guide, MOVES, lookFor(guide.cue), now, blind)
    if (now % frameMs === 0) guide = countFrame(guide, blind)
  }
  return guide.cue === 'DONE' ? [...cues, 'DONE'] : cues
}

const ALL: Cue[] = ['MIDDLE', 'LEFT', 'RETURN', 'NEARER', 'RETURN', 'RIGHT', 'RETURN', 'STILL', 'DONE']
const obey = (cue: Cue) => (cue in DONE ? DONE[cue as ChallengeMove] : MIDDLE)

describe('the guide of the challenge', () => {
  it('asks for one move at a time, leads back to the middle between them, and ends with the pose of the selfie', () => {
    assert.deepEqual(follow(obey), ['MIDDLE', 'LEFT', 'RETURN', 'NEARER', 'RETURN', 'RIGHT', 'STILL', 'DONE'])
  })

  it('shows how far a move has come, and remembers those that it did not see', () => {
    let guide: Guide = { ...startGuide(0), cue: 'LEFT', base: MIDDLE }
    guide = stepGuide(guide, MOVES, { turn: 0.17, size: 0.3 }, 100)
    assert.ok(Math.abs((guide.reached ?? 0) - 0.5) < 0.01)
    assert.ok(Math.abs(progressOf(guide, MOVES) - 0.5 / 6) < 0.01)
    for (let now = 200; guide.cue === 'LEFT'; now += 100) guide = stepGuide(guide, MOVES, MIDDLE, now)
    assert.deepEqual(guide.missed, ['LEFT'])
    guide = stepGuide({ ...guide, cue: 'NEARER', move: 1, since: 10_000 }, MOVES, DONE.NEARER, 10_100)
    assert.deepEqual(guide.missed, ['LEFT'])
  })

  it('waits for a face before it begins', () => {
    assert.deepEqual(
      follow(() => undefined),
      ['MIDDLE'],
    )
  })

  it('goes on after nine seconds without the move: the service judges, not the page', () => {
    assert.deepEqual(
      follow(() => MIDDLE),
      ALL,
    )
  })

  it('does not give a move up after a few frames: on a slow device nine seconds are no more than that', () => {
    const unmade: Cue[] = []
    let guide: Guide = startGuide(0)
    let seen = 0
    for (let now = 0; guide.cue !== 'DONE' && now < 300_000; now += 1_500) {
      // The picture of the person comes late: every cue is followed at the eighth look.
      const late = seen < 8 ? MIDDLE : obey(guide.cue)
      const before = guide
      guide = countFrame(stepGuide(guide, MOVES, late, now), false)
      seen = guide.cue === before.cue ? seen + 1 : 0
      if (guide.cue !== before.cue && before.held === undefined) unmade.push(before.cue)
    }
    assert.equal(guide.cue, 'DONE')
    assert.deepEqual(unmade, [])
  })

  it('goes by the clock where the page cannot see', () => {
    assert.deepEqual(
      follow(() => undefined, true),
      ALL,
    )
  })

  it('waits for the film where a phone is slow: no move goes by without a frame of it', () => {
    const seen = new Map<string, number>()
    let guide: Guide = startGuide(0)
    for (let now = 0; guide.cue !== 'DONE' && now < 60_000; now += 100) {
      guide = stepGuide(guide, MOVES, obey(guide.cue), now)
      if (now % 2_500 || guide.held === undefined) continue
      seen.set(`${guide.cue} ${guide.move}`, (seen.get(`${guide.cue} ${guide.move}`) ?? 0) + 1)
      guide = countFrame(guide, false)
    }
    assert.equal(guide.cue, 'DONE')
    assert.equal(seen.get('MIDDLE 0'), 2)
    assert.equal(seen.size, 7)
  })

  it('closes its ring move by move', () => {
    const at = (cue: Cue, move: number) => progressOf({ cue, move, since: 0, filmed: 0, looks: 0 }, MOVES)
    assert.deepEqual([at('MIDDLE', 0), at('RETURN', 0), at('NEARER', 1), at('STILL', 2)], [0, 1 / 6, 1 / 3, 1])
  })
})

describe('the frames of the challenge', () => {
  it('are thinned where they lie closest, never at the end of a move', () => {
    const frames: FilmFrame[] = Array.from({ length: 30 }, (_, i) => ({
      at: i * 300,
      image: new Blob([]),
      key: i % 7 === 3,
    }))
    const kept = thin(frames)
    assert.equal(kept.length, 16)
    assert.deepEqual([kept[0]?.at, kept.at(-1)?.at], [0, 8_700])
    assert.equal(kept.filter(({ key }) => key).length, 4)
    assert.ok(kept.every(({ at }, i) => at - (kept[i - 1]?.at ?? at) <= 900))
  })
})
