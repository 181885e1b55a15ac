import { createHash } from 'node:crypto'
import { ref } from '../../kernel/contract/schema.ts'
import type { CompanionAnswer, SelfieCompanion, SentCompanion } from '../../kernel/evidence/selfie-companion.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Session } from '../../kernel/session/session.ts'
import type { Asked, ChallengeResult } from '../../vision/engine.ts'
import { type ChallengeOutcome, notOpen } from '../../vision/face/challenge/challenge.ts'
import type { FaceReading } from '../../vision/face/face-reading.ts'
import { ChallengeFrames } from './contract/challenge.ts'
import { CHALLENGE_LIMITS, judgeChallenge } from './judge/judge-challenge.ts'
import { isLiveByChallenge } from './judge/live-by-challenge.ts'
import { CHALLENGE_ROOM, readFrames, type SentChallenge } from './read-frames.ts'

/** The frames that come with a selfie. */
export const challengeWithSelfie: SelfieCompanion = {
  field: { name: 'challenge', schema: ref(ChallengeFrames), room: CHALLENGE_ROOM },
  read: (given, picture) => companionOf(readFrames(given), picture),
  settlesLiveness: (face) =>
    isLiveByChallenge(face)
      ? {
          reason:
            'The selfie alone does not settle whether the face is live; a real head passed the challenge, so it counts as live.',
          used: { leastWithChallenge: CHALLENGE_LIMITS.liveness, challenge: 'passed' },
        }
      : undefined,
}

/** A challenge that is sent again because its answer got lost gets the same answer. */
function companionOf(challenge: SentChallenge, picture: Uint8Array): SentCompanion {
  const sent = digestOf(picture, challenge)
  return {
    answerBefore: (face) => (face.challenge?.sent === sent ? answerOf(face.challenge) : undefined),
    async judge(ports, session, reading, asked) {
      const { outcome, images } = await answerChallenge(ports, session, challenge, reading, asked)
      return {
        images,
        settle(now, face) {
          const settled = settleChallenge(now, challenge.id, outcome)
          return {
            session: withoutOpen(now, challenge.id),
            face: { ...face, challenge: { ...settled, sent } },
            answer: answerOf(settled),
          }
        },
      }
    },
  }
}

const answerOf = ({ passed }: Pick<ChallengeOutcome, 'passed'>): CompanionAnswer => ({
  challenge: passed ? 'PASSED' : 'NOT_PASSED',
})

/** A challenge that was answered is no longer open. */
function withoutOpen(session: Session, id: string): Session {
  if (!session.challenge?.open || session.challenge.open.id !== id) return session
  const { open: _, ...challenge } = session.challenge
  return { ...session, challenge }
}

interface Answered {
  outcome: ChallengeOutcome
  images: ChallengeResult['images']
}

/** The same selfie with the same frames has the same digest. */
function digestOf(picture: Uint8Array, { id, frames }: SentChallenge): string {
  const hash = createHash('sha256').update(id).update(picture)
  for (const { at, image } of frames) hash.update(`/${at}/`).update(image)
  return hash.digest('base64url')
}

/** Reads and judges the frames that came with a selfie. Frames without an open challenge are ignored. */
async function answerChallenge(
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

/**
 * The outcome as of the moment of writing: a challenge is answered once, even if another request answered it in the
 * meantime.
 */
function settleChallenge(session: Session, id: string, outcome: ChallengeOutcome): ChallengeOutcome {
  return session.challenge?.open?.id === id ? outcome : notOpen(outcome.asked, outcome.draws, outcome.frames)
}
