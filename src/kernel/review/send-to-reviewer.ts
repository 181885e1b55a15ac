import { accept, type Result, refuse } from '../../formats/result.ts'
import type { RewrittenPicture } from '../../vision/engine.ts'
import type { Policy } from '../decision/policy.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import { type IntakeOptions, intake, type Source } from '../evidence/intake.ts'
import { fingerprintsOf } from '../evidence/keep-images.ts'
import type { PageReaderPorts } from '../evidence/page-reader.ts'
import { pictureEvidenceOf, type SentPart } from '../evidence/picture-evidence.ts'
import type { RefusedPicture } from '../evidence/pictures.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { type ClosedRefusal, type Enrolment, isClosed, loadOpen } from '../session/change-session.ts'
import { type Completed, completedOf, type Decided, decideSession, policyFor } from '../session/decide-session.ts'
import type { DecisionPorts } from '../session/session-part.ts'
import type { Part } from '../session/session-words.ts'
import { stepOf } from './new-picture.ts'
import { mayGoToReviewer, timesRefused } from './to-reviewer.ts'

/** The picture was accepted now, and the session continues; or it went to a reviewer, and the session has ended. */
export type WentToReviewer = { taken: true; isFirst: boolean } | { taken: false; completed: Completed }

type Needs = DecisionPorts & Pick<Ports, 'tenants' | 'images'> & PageReaderPorts

const NAMES = { FRONT: 'original_FRONT', BACK: 'original_BACK', FACE: 'face_original' } as const satisfies Record<
  Part,
  ImageName
>

/**
 * The way out for somebody whose pictures are refused repeatedly: the picture is kept as it is, the session ends with
 * the evidence it has, and a reviewer decides. The picture is read once more first, so that a readable one cannot
 * bypass the checks this way.
 */
export async function sendToReviewer(
  ports: Needs,
  enrolment: Enrolment,
  sent: SentPart,
  options: IntakeOptions,
): Promise<Result<WentToReviewer, ClosedRefusal | 'NOT_OFFERED'>> {
  const { part } = sent
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  if (!mayGoToReviewer(open.value, part, tenant.settings, ports.clock())) return refuse('NOT_OFFERED')

  const read = await pictureEvidenceOf(part).readAndKeep(ports, enrolment, sent, options)
  if (read.ok) return accept({ taken: true, isFirst: read.value.isFirst })
  const { refusal, hints } = read
  if (isClosed(refusal)) return refuse(refusal)

  const policy = await policyFor(ports, open.value, tenant.settings)
  await ports.policies.keep(policy)
  const why = { error: refusal, ...(hints?.length && { hints: [...hints] }) }
  // The session ends here, so its validity is not extended.
  const source = keptAsSent(ports, sent, why, { tenant, policy })
  const taken = await intake(ports, enrolment, source, { ...options, validDays: 0 })
  return taken.ok ? accept({ taken: false, completed: completedOf(taken.value, tenant) }) : taken
}

/** A picture that is kept whatever it shows, and ends the session. */
const keptAsSent = (
  ports: Needs,
  { part, picture, source, forPage }: SentPart,
  why: Pick<RefusedPicture, 'error' | 'hints'>,
  { tenant, policy }: { tenant: Tenant; policy: Policy },
): Source<RewrittenPicture, Decided, 'NOT_OFFERED'> => ({
  name: stepOf(part),
  part: () => part,
  obstacle: (session, { settings }) =>
    mayGoToReviewer(session, part, settings, ports.clock()) ? undefined : 'NOT_OFFERED',
  read: async ({ asked }) => accept(await ports.engine.rewritePicture(picture, asked)),
  keep: ({ image }) => ({ [NAMES[part]]: image }),
  async add(session, { hash, takenAt }) {
    const refused: RefusedPicture = { part, times: timesRefused(session, part), ...why }
    const besidePage = part === 'FACE' && forPage && source === 'api' && ({ besidePage: true } as const)
    const capture = { source, ...besidePage, ...(takenAt && { takenAt }) }
    const ended = { ...session, refused, captures: { ...session.captures, [part]: capture } }
    const decided = await decideSession(ports, ended, tenant, policy)
    return { ...decided, effects: { ...decided.effects, ...fingerprintsOf(session, { [part]: { hash } }) } }
  },
})
