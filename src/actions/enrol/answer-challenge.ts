import { createHash } from 'node:crypto'
import { type ChallengeOutcome, notOpen } from '../../domain/face/challenge/challenge.ts'
import { judgeChallenge } from '../../domain/face/challenge/judge-challenge.ts'
import type { FaceReading } from '../../domain/face/face.ts'
import type { Session } from '../../domain/session.ts'
import type { Asked, ChallengeResult } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'

/** Frames as they came with a selfie. */
export interface SentChallenge {
  id: string
  frames: { at: number; image: Uint8Array }[]
}

interface Answered {
  outcome: ChallengeOutcome
  images: ChallengeResult['images']
}

/** The same selfie with the same frames has the same one. */
export function digestOf(picture: Uint8Array, { id, frames }: SentChallenge): string {
  const hash = createHash('sha256').update(id).update(picture)
  for (const { at, image } of frames) hash.update(`/${at}/`).update(image)
  return hash.digest('base64url')
}

/** Reads and judges the frames that came with a selfie. Frames of no open challenge are not looked at. */
export async function answerChallenge(
  { engine, clock }: Pick<Ports, 'engine' | 'clock'>,
  { challenge }: Session,
  { id, frames }: SentChallenge,
  face: FaceReading,
  asked: Asked,
): Promise<Answered> {
  const receivedAt = clock()
  const draws = challenge?.draws ?? 0
  const draw = challenge?.open
  if (draw?.id !== id) return { outcome: notOpen([], draws, frames.length), images: {} }

  const { seen, images, models } = await engine.readChallenge(
    frames.map(({ image }) => image),
    asked,
  )
  const times = frames.map(({ at }) => at)
  return { outcome: judgeChallenge({ draw, draws, times, receivedAt, seen, models, still: face.template }), images }
}

/** The outcome as of the moment of writing: a challenge is answered once, whoever else answered it in the meantime. */
export function settleChallenge(session: Session, id: string, outcome: ChallengeOutcome): ChallengeOutcome {
  return session.challenge?.open?.id === id ? outcome : notOpen(outcome.asked, outcome.draws, outcome.frames)
}
