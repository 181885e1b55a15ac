import { createHash } from 'node:crypto'
import type { Hint } from '../../formats/hints.ts'
import { accept, type Result } from '../../formats/result.ts'
import { type CameraReport, cameraRequestOf } from '../../kernel/evidence/camera/camera-report.ts'
import { judgeReport } from '../../kernel/evidence/camera/judge-camera.ts'
import type { CaptureSource } from '../../kernel/evidence/capture-words.ts'
import { type IntakeOptions, intake, type Source } from '../../kernel/evidence/intake.ts'
import { fingerprintsOf } from '../../kernel/evidence/keep-images.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { answering } from '../../kernel/review/new-picture.ts'
import { withoutRefusals } from '../../kernel/review/to-reviewer.ts'
import {
  type ClosedRefusal,
  type Enrolment,
  type FoundEnrolment,
  loadOpen,
} from '../../kernel/session/change-session.ts'
import { type Counted, countRefusal } from '../../kernel/session/count-refusal.ts'
import { atHand, type Session } from '../../kernel/session/session.ts'
import { sessionParts } from '../../kernel/session/session-part.ts'
import type { Asked, ChallengeResult, FaceResult } from '../../vision/engine.ts'
import { type ChallengeOutcome, notOpen } from '../../vision/face/challenge/challenge.ts'
import type { FaceReading } from '../../vision/face/face-reading.ts'
import type { FaceRefusal } from '../../vision/refusals.ts'
import { judgeChallenge } from '../challenge/judge/judge-challenge.ts'

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'clock'>

/** A selfie as received. */
interface SentFace {
  picture: Uint8Array
  source: CaptureSource
  /** Whether the token it came with was issued for the hosted page. */
  forPage?: boolean
  challenge?: SentChallenge | undefined
  /** The page's report about its camera. */
  camera?: CameraReport | undefined
}

export interface AcceptedFace {
  hints: Hint[]
  /** Whether the challenge was passed; absent when none came with it. */
  passed?: boolean
  /** The session had no selfie before. */
  isFirst: boolean
}

/** Reads a selfie and stores it in place of an earlier one. Nothing is stored of a picture that is refused. */
export async function submitFace(
  ports: Needs & Pick<Ports, 'figures'>,
  enrolment: FoundEnrolment,
  sent: SentFace,
  options: IntakeOptions,
): Promise<Counted<AcceptedFace, FaceRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepFace(ports, enrolment, sent, options)
  return countRefusal(ports, enrolment, 'face', outcome)
}

/**
 * The same without counting refusals. A challenge that is sent again because its answer got lost gets the same answer.
 */
export async function readAndKeepFace(
  ports: Needs,
  enrolment: Enrolment,
  sent: SentFace,
  options: IntakeOptions,
): Promise<Result<AcceptedFace, FaceRefusal | ClosedRefusal>> {
  const digest = sent.challenge && digestOf(sent.picture, sent.challenge)
  const open = digest === undefined ? undefined : await loadOpen(ports, enrolment)
  const before = open?.ok ? open.value.face : undefined
  if (before?.challenge && before.challenge.sent === digest)
    return accept({ hints: before.hints, passed: before.challenge.passed, isFirst: false })
  return intake(ports, enrolment, faceSource(ports, sent, digest), options)
}

const faceSource = (
  ports: Needs,
  { picture, source, forPage, challenge, camera: report }: SentFace,
  sent: string | undefined,
): Source<ReadFace, AcceptedFace, FaceRefusal> => ({
  name: 'face',
  part: () => 'FACE',
  async read({ session, asked }) {
    const read = await ports.engine.readFace(picture, asked)
    if (!read.ok || !challenge) return read
    const { outcome, images } = await answerChallenge(ports, session, challenge, read.value.reading, asked)
    return accept({ ...read.value, outcome, images: { ...read.value.images, ...images } })
  },
  keep: ({ images }) => images,
  add(session, { reading, hash, takenAt, outcome: judged }, isFirst) {
    const { photograph } = reading
    const outcome = challenge && judged && settleChallenge(session, challenge.id, judged)
    const face: FaceReading = { ...reading, ...(outcome && sent && { challenge: { ...outcome, sent } }) }
    const besidePage = forPage && source === 'api' && ({ besidePage: true } as const)
    const camera = judgeReport(report, cameraRequestOf(session.id))
    const capture = { source, ...besidePage, ...(takenAt && { takenAt }), ...(camera && { camera }) }
    const captures = { ...session.captures, FACE: capture }
    const answered = withoutRefusals(answering(withoutOpen(session, challenge?.id), 'FACE', ports.clock()), 'FACE')
    const withFace: Session = { ...answered, face, captures }
    const next = sessionParts.parts().reduce((made, part) => part.addSelfie?.(made, !session.face) ?? made, withFace)
    return {
      ok: true,
      value: { hints: reading.hints, isFirst, passed: outcome?.passed },
      session: atHand(next),
      effects: fingerprintsOf(session, { FACE: { hash, photograph } }),
    }
  },
})

/** The reading of a selfie, and of the frames that came with it. */
type ReadFace = FaceResult & { outcome?: ChallengeOutcome }

/** A challenge that was answered is no longer open. */
function withoutOpen(session: Session, id: string | undefined): Session {
  if (!session.challenge?.open || session.challenge.open.id !== id) return session
  const { open: _, ...challenge } = session.challenge
  return { ...session, challenge }
}

/** Frames as received with a selfie. */
export interface SentChallenge {
  id: string
  frames: { at: number; image: Uint8Array }[]
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
