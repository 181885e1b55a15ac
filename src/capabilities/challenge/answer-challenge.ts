import { createHash, randomInt, randomUUID } from 'node:crypto'
import { type ClosedRefusal, changeOpen, type Enrolment } from '../../actions/enrol/change-session.ts'
import type { Asked, ChallengeResult } from '../../actions/ports/engine.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import { judgeChallenge } from '../../domain/face/challenge/judge-challenge.ts'
import { type ChallengeOutcome, notOpen } from '../../domain/face/challenge/outcome.ts'
import type { FaceReading } from '../../domain/face/face.ts'
import { accept, type Result } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import { type ChallengeDraw, drawMoves, MOST_DRAWS } from './domain/draw.ts'

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

/** Any 32 bits: the sequences are far fewer, so that none is drawn more often than another by more than one in 10⁸. */
const RANDOM = 2 ** 32

/** Draws a challenge for the session, in place of one that was open. */
export async function drawChallenge(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<ChallengeDraw, ClosedRefusal | 'TOO_MANY_CHALLENGES'>> {
  const changed = await changeOpen<ChallengeDraw, 'TOO_MANY_CHALLENGES'>(ports, enrolment, (session) => {
    const draws = session.challenge?.draws ?? 0
    if (draws >= MOST_DRAWS) return { ok: false, refusal: 'TOO_MANY_CHALLENGES' }
    const open = { id: randomUUID(), moves: drawMoves(randomInt(RANDOM)), drawnAt: ports.clock().toISOString() }
    return { ok: true, value: open, session: { ...session, challenge: { draws: draws + 1, open } } }
  })
  return changed.ok ? accept(changed.value) : changed
}

/** The person asks for another way: nothing is open any more, and a reviewer looks instead. */
export async function declineChallenge(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<undefined, ClosedRefusal>> {
  const changed = await changeOpen<undefined, never>(ports, enrolment, (session) => ({
    ok: true,
    value: undefined,
    session: { ...session, challenge: { draws: session.challenge?.draws ?? 0, declined: true } },
  }))
  return changed.ok ? accept(undefined) : changed
}
