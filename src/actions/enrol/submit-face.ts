import { sessionParts } from '../../capabilities/session-parts.ts'
import { type CameraReport, cameraRequestOf } from '../../domain/camera/camera-report.ts'
import { judgeReport } from '../../domain/camera/judge-camera.ts'
import type { ChallengeOutcome } from '../../domain/face/challenge/outcome.ts'
import type { FaceReading } from '../../domain/face/face.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { atHand, extendValidity, type Session } from '../../domain/session.ts'
import { withoutRefusals } from '../../domain/to-reviewer.ts'
import type { CaptureSource, FaceRefusal, Hint } from '../../domain/vocabulary.ts'
import type { FaceResult } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import { answerChallenge, digestOf, type SentChallenge, settleChallenge } from './answer-challenge.ts'
import { type ClosedRefusal, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { type Counted, countRefusal } from './count-refusal.ts'
import { answering, intake } from './intake.ts'
import { fingerprintsOf } from './keep-images.ts'

type Needs = Pick<Ports, 'sessions' | 'images' | 'engine' | 'clock'>

/** A selfie as it came. */
interface SentFace {
  picture: Uint8Array
  source: CaptureSource
  /** The token it came with was issued for the hosted page. */
  forPage?: boolean
  challenge?: SentChallenge | undefined
  /** What the page says of its camera. */
  camera?: CameraReport | undefined
}

export interface AcceptedFace {
  hints: Hint[]
  /** Whether the challenge was passed; absent when none came with it. */
  passed?: boolean
  /** The session had no selfie before. */
  isFirst: boolean
}

/** Reads a selfie and keeps it in place of an earlier one. Nothing is kept of a picture that is refused. */
export async function submitFace(
  ports: Needs & Pick<Ports, 'refusals' | 'tenants'>,
  enrolment: FoundEnrolment,
  sent: SentFace,
  validDays: number,
  signal?: AbortSignal,
): Promise<Counted<AcceptedFace, FaceRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepFace(ports, enrolment, sent, validDays, signal)
  return countRefusal(ports, enrolment, 'face', outcome)
}

/** The same without counting what is refused. */
export async function readAndKeepFace(
  ports: Needs,
  enrolment: Enrolment,
  { picture, source, forPage, challenge, camera: report }: SentFace,
  validDays: number,
  signal: AbortSignal | undefined,
): Promise<Result<AcceptedFace, FaceRefusal | ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const pictureRequest = openPictureRequest(open.value, ports.clock())
  if (pictureRequest && pictureRequest.of !== 'FACE') return refuse('SESSION_ALREADY_COMPLETED')
  const sent = challenge && digestOf(picture, challenge)
  const before = open.value.face?.challenge
  if (before && open.value.face && before.sent === sent)
    return accept({ hints: open.value.face.hints, passed: before.passed, isFirst: false })

  const changed = await intake<ReadFace, AcceptedFace, FaceRefusal>(ports, enrolment, {
    signal,
    async read() {
      const asked = { tenant: enrolment.tenant, signal }
      const read = await ports.engine.readFace(picture, asked)
      if (!read.ok || !challenge) return read
      const { outcome, images } = await answerChallenge(ports, open.value, challenge, read.value.reading, asked)
      return accept({ ...read.value, outcome, images: { ...read.value.images, ...images } })
    },
    change(session, { reading, hash, takenAt, outcome: judged }, kept) {
      const { photograph } = reading
      const outcome = challenge && judged && settleChallenge(session, challenge.id, judged)
      const face: FaceReading = { ...reading, ...(outcome && sent && { challenge: { ...outcome, sent } }) }
      const besidePage = forPage && source === 'api' && ({ besidePage: true } as const)
      const camera = judgeReport(report, cameraRequestOf(session.id))
      const capture = { source, ...besidePage, ...(takenAt && { takenAt }), ...(camera && { camera }) }
      const captures = { ...session.captures, FACE: capture }
      const answered = withoutRefusals(answering(withoutOpen(session, challenge?.id), 'FACE', ports.clock()), 'FACE')
      const withFace: Session = { ...answered, face, images: { ...session.images, FACE: kept }, captures }
      const next = sessionParts.reduce((made, part) => part.addSelfie?.(made, !session.face) ?? made, withFace)
      return {
        ok: true,
        value: { hints: reading.hints, isFirst: !session.images.FACE, passed: outcome?.passed },
        session: extendValidity(atHand(next), validDays),
        effects: fingerprintsOf(session, { FACE: { hash, photograph } }),
      }
    },
  })
  return changed.ok ? accept(changed.value) : changed
}

/** What was read of a selfie, and of the frames that came with it. */
type ReadFace = FaceResult & { outcome?: ChallengeOutcome }

/** A challenge that was answered is open no more. */
function withoutOpen(session: Session, id: string | undefined): Session {
  if (!session.challenge?.open || session.challenge.open.id !== id) return session
  const { open: _, ...challenge } = session.challenge
  return { ...session, challenge }
}
