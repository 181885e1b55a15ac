import { judgeChallenge } from '../../../src/domain/face/challenge/judge-challenge.ts'
import type { ChallengeOutcome } from '../../../src/domain/face/challenge/outcome.ts'
import { readChallenge } from '../../../src/engine/face/challenge/read-challenge.ts'
import { findPortrait } from '../../../src/engine/face/take-portrait.ts'
import { decode, toJpeg } from '../../../src/engine/picture/decode.ts'
import type { Workbench } from '../../../src/engine/workbench.ts'
import type { Play } from './plays.ts'

/** As the page compresses its frames. */
const QUALITY = 65

export interface Judged {
  outcome: ChallengeOutcome
  /** Of all frames together. */
  bytes: number
  cpuMs: number
  steps: Map<string, number>
}

/** What the service makes of a play, from its frames to the findings. */
export async function judgePlay(
  bench: Workbench,
  { asked, shots, still, waitedMs }: Play,
): Promise<Judged | undefined> {
  const selfie = await toJpeg(still.picture)
  const { value: portrait } = await bench.read(async (desk) => findPortrait(desk, await decode(selfie)))
  if (!portrait) return undefined
  const frames = await Promise.all(shots.map(({ picture }) => toJpeg(picture, QUALITY)))
  const before = process.cpuUsage()
  const { value: read, times } = await bench.read((desk) => readChallenge(desk, frames))
  const drawnAt = new Date('2026-01-05T12:00:00Z')
  const outcome = judgeChallenge({
    draw: { id: 'bench', moves: [...asked], drawnAt: drawnAt.toISOString() },
    draws: 1,
    times: shots.map(({ at }) => at),
    receivedAt: new Date(drawnAt.getTime() + waitedMs),
    seen: read.seen,
    models: read.models,
    still: portrait.template,
  })
  const { user, system } = process.cpuUsage(before)
  const steps = new Map<string, number>()
  for (const { step, cpuMs } of times) steps.set(step, (steps.get(step) ?? 0) + cpuMs)
  return { outcome, bytes: frames.reduce((sum, { length }) => sum + length, 0), cpuMs: (user + system) / 1000, steps }
}
