import { judgeChallenge } from '../../../../src/features/challenge/judge/judge-challenge.ts'
import type { ChallengeOutcome } from '../../../../src/vision/face/challenge/challenge.ts'
import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import { readChallenge } from '../../../../src/vision/face/challenge/read-challenge.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Play } from './plays.ts'

/** The page's compression of its frames. */
const QUALITY = 65

interface Judged {
  outcome: ChallengeOutcome
  /** Total of all frames. */
  bytes: number
  cpuMs: number
  steps: Map<string, number>
}

/** The data that arrives at the service: JPEG bytes, and when each frame was taken. */
export interface Sent {
  asked: readonly ChallengeMove[]
  frames: readonly Uint8Array[]
  /** Milliseconds since the challenge was drawn, one per frame. */
  times: readonly number[]
  still: Uint8Array
  waitedMs: number
}

/** The findings of the service for a film, starting from its frames. */
export async function judgePlay(
  engine: ReadEngine,
  { asked, shots, still, waitedMs }: Play,
): Promise<Judged | undefined> {
  return judgeSent(engine, {
    asked,
    frames: await Promise.all(shots.map(({ picture }) => toJpeg(picture, QUALITY))),
    times: shots.map(({ at }) => at),
    still: await toJpeg(still.picture),
    waitedMs,
  })
}

/** The same for data sent by a page. Undefined if the selfie shows no face. */
export async function judgeSent(
  engine: ReadEngine,
  { asked, frames, times, still, waitedMs }: Sent,
): Promise<Judged | undefined> {
  const { value: portrait } = await engine.read(async (context) => findPortrait(context, await decode(still)))
  if (!portrait) return undefined
  const before = process.cpuUsage()
  const { value: read, times: took } = await engine.read((context) => readChallenge(context, frames))
  const drawnAt = new Date('2026-01-05T12:00:00Z')
  const outcome = judgeChallenge({
    draw: { id: 'bench', moves: [...asked], drawnAt: drawnAt.toISOString() },
    draws: 1,
    times,
    receivedAt: new Date(drawnAt.getTime() + waitedMs),
    seen: read.seen,
    models: read.models,
    still: portrait.template,
  })
  const { user, system } = process.cpuUsage(before)
  const steps = new Map<string, number>()
  for (const { step, cpuMs } of took) steps.set(step, (steps.get(step) ?? 0) + cpuMs)
  return { outcome, bytes: frames.reduce((sum, { length }) => sum + length, 0), cpuMs: (user + system) / 1000, steps }
}
