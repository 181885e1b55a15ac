import type { Hint } from '../../formats/hints.ts'
import { accept, type Result } from '../../formats/result.ts'
import { type CameraReport, cameraRequestOf } from '../../kernel/evidence/camera/camera-report.ts'
import { judgeReport } from '../../kernel/evidence/camera/judge-camera.ts'
import type { CaptureSource } from '../../kernel/evidence/capture-words.ts'
import { type IntakeOptions, intake, type Source } from '../../kernel/evidence/intake.ts'
import { fingerprintsOf } from '../../kernel/evidence/keep-images.ts'
import type { CompanionAnswer, SentCompanion } from '../../kernel/evidence/selfie-companion.ts'
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
import type { FaceResult } from '../../vision/engine.ts'
import type { FaceRefusal } from '../../vision/refusals.ts'

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'clock'>

/** A selfie as received. */
interface SentFace {
  picture: Uint8Array
  source: CaptureSource
  /** Whether the token it came with was issued for the hosted page. */
  forPage?: boolean
  /** What came with it and is judged with it. */
  companion?: SentCompanion | undefined
  /** The page's report about its camera. */
  camera?: CameraReport | undefined
}

interface AcceptedFace {
  hints: Hint[]
  /** What is said of what came with it. */
  answer: CompanionAnswer
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

/** The same without counting refusals. What is sent again because its answer got lost gets the same answer. */
export async function readAndKeepFace(
  ports: Needs,
  enrolment: Enrolment,
  sent: SentFace,
  options: IntakeOptions,
): Promise<Result<AcceptedFace, FaceRefusal | ClosedRefusal>> {
  const open = sent.companion && (await loadOpen(ports, enrolment))
  const before = open?.ok ? open.value.face : undefined
  const answer = before && sent.companion?.answerBefore(before)
  if (answer) return accept({ hints: before.hints, answer, isFirst: false })
  return intake(ports, enrolment, faceSource(ports, sent), options)
}

const faceSource = (
  ports: Needs,
  { picture, source, forPage, companion, camera: report }: SentFace,
): Source<ReadFace, AcceptedFace, FaceRefusal> => ({
  name: 'face',
  part: () => 'FACE',
  async read({ session, asked }) {
    const read = await ports.engine.readFace(picture, asked)
    if (!read.ok || !companion) return read
    const judged = await companion.judge(ports, session, read.value.reading, asked)
    return accept({ ...read.value, judged, images: { ...read.value.images, ...judged.images } })
  },
  keep: ({ images }) => images,
  add(session, { reading, hash, takenAt, judged }, isFirst) {
    const { photograph } = reading
    const settled = judged?.settle(session, reading) ?? { session, face: reading, answer: {} }
    const besidePage = forPage && source === 'api' && ({ besidePage: true } as const)
    const camera = judgeReport(report, cameraRequestOf(session.id))
    const capture = { source, ...besidePage, ...(takenAt && { takenAt }), ...(camera && { camera }) }
    const captures = { ...session.captures, FACE: capture }
    const answered = withoutRefusals(answering(settled.session, 'FACE', ports.clock()), 'FACE')
    const withFace: Session = { ...answered, face: settled.face, captures }
    const next = sessionParts.parts().reduce((made, part) => part.addSelfie?.(made, !session.face) ?? made, withFace)
    return {
      ok: true,
      value: { hints: reading.hints, isFirst, answer: settled.answer },
      session: atHand(next),
      effects: fingerprintsOf(session, { FACE: { hash, photograph } }),
    }
  },
})

/** The reading of a selfie, and of what came with it. */
type ReadFace = FaceResult & { judged?: Awaited<ReturnType<SentCompanion['judge']>> }
