import { stepsOf } from '../../domain/enrolment/flow.ts'
import type { RefusedPicture } from '../../domain/pictures.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import { mayGoToReviewer, timesRefused } from '../../domain/to-reviewer.ts'
import type { CaptureSource, DocumentRefusal, FaceRefusal, ImageName, Part } from '../../domain/vocabulary.ts'
import type { Corners, RewrittenPicture } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, type Enrolment, isClosed, loadOpen } from './change-session.ts'
import { type Completed, completedOf, type Decided, decideSession, policyFor } from './decide-session.ts'
import { intake } from './intake.ts'
import { fingerprintsOf } from './keep-images.ts'
import type { DecisionPorts } from './session-part.ts'
import { readAndKeepPage } from './submit-document.ts'
import { readAndKeepFace } from './submit-face.ts'

/** A picture that the person wants a reviewer to look at. */
interface SentToReviewer {
  part: Part
  picture: Uint8Array
  source: CaptureSource
  forPage?: boolean
  /** The document's, as the person has set them. */
  corners?: Corners | undefined
}

/** It was taken after all, and the session goes on; or it went to a reviewer, and the session has ended. */
export type WentToReviewer = { taken: true; isFirst: boolean } | { taken: false; completed: Completed }

type Needs = DecisionPorts & Pick<Ports, 'tenants' | 'images' | 'engine'>

const NAMES = { FRONT: 'original_FRONT', BACK: 'original_BACK', FACE: 'face_original' } as const satisfies Record<
  Part,
  ImageName
>

/** A picture that is kept whatever it shows. */
type KeptAsSent = Omit<RewrittenPicture, 'image'> & { images: Partial<Record<ImageName, Uint8Array>> }

/**
 * The way on for somebody whose pictures are refused over and over: the picture is kept as it is, the session ends with what
 * there is, and a reviewer decides. It is read once more before, so that no readable picture comes past the checks this way.
 */
export async function sendToReviewer(
  ports: Needs,
  enrolment: Enrolment,
  sent: SentToReviewer,
  validDays: number,
  signal?: AbortSignal,
): Promise<Result<WentToReviewer, ClosedRefusal | 'NOT_OFFERED'>> {
  const { part, picture, source, forPage = false, corners } = sent
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const { refusedToReviewer = false } = tenant.settings
  const isOffered = (session: Session) =>
    refusedToReviewer && mayGoToReviewer(session, part, stepsOf(session, tenant.settings), ports.clock())
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  if (!isOffered(open.value)) return refuse('NOT_OFFERED')

  const read =
    part === 'FACE'
      ? await readAndKeepFace(ports, enrolment, { picture, source, forPage }, validDays, signal)
      : await readAndKeepPage(ports, enrolment, picture, { validDays, source, only: part, signal, corners })
  if (read.ok) return accept({ taken: true, isFirst: read.value.isFirst })
  const { refusal, hints } = read
  if (isClosed(refusal)) return refuse(refusal)

  const policy = await policyFor(ports, open.value, tenant.settings)
  await ports.policies.keep(policy)
  const changed = await intake<KeptAsSent, Decided, 'NOT_OFFERED'>(ports, enrolment, {
    signal,
    async read() {
      const { image, ...rest } = await ports.engine.rewritePicture(picture, { tenant: enrolment.tenant, signal })
      return accept({ ...rest, images: { [NAMES[part]]: image } })
    },
    async change(session, { hash, takenAt }, kept) {
      if (!isOffered(session)) return refuse('NOT_OFFERED')
      const why = { error: refusal as DocumentRefusal | FaceRefusal, ...(hints?.length && { hints: [...hints] }) }
      const refused: RefusedPicture = { part, times: timesRefused(session, part), ...why }
      const besidePage = part === 'FACE' && forPage && source === 'api' && ({ besidePage: true } as const)
      const capture = { source, ...besidePage, ...(takenAt && { takenAt }) }
      const ended: Session = {
        ...session,
        refused,
        images: { ...session.images, [part]: kept },
        captures: { ...session.captures, [part]: capture },
      }
      const decided = await decideSession(ports, ended, tenant, policy)
      return { ...decided, effects: { ...decided.effects, ...fingerprintsOf(session, { [part]: { hash } }) } }
    },
  })
  if (!changed.ok) return changed
  return accept({ taken: false, completed: completedOf(changed.value, tenant) })
}
