import { randomInt, randomUUID } from 'node:crypto'
import { accept, type Result } from '../../formats/result.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment } from '../../kernel/session/change-session.ts'
import {
  type ChallengeDraw,
  drawMoves,
  MOST_DRAWS,
  type SessionChallenge,
} from '../../vision/face/challenge/challenge.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeatureReadings {
    /** The challenge of the face step; its result is kept with the selfie. */
    challenge?: SessionChallenge
  }
}

/**
 * A random number of 32 bits. There are far fewer sequences than that, so the bias of the modulo is below one in 10⁸.
 */
const RANDOM = 2 ** 32

/** Draws a challenge for the session. It replaces an open one. */
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

/** The person declines the challenge: an open one is closed, and a reviewer decides instead. */
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
