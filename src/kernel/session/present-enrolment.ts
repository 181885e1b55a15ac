import { cameraRequestOf } from '../evidence/camera/camera-report.ts'
import type { HttpSettings } from '../http/context.ts'
import type { Tenant } from '../ports/tenants.ts'
import { type NewPicture, openPictureRequest } from '../review/new-picture.ts'
import { takesSelfieFiles } from './allowed.ts'
import { asksConsent } from './consent.ts'
import type { EnrolmentState } from './contract/enrolment-state.ts'
import { stepsOf } from './flow.ts'
import type { Session } from './session.ts'
import type { Part } from './session-words.ts'
import { themeOf } from './who-asks.ts'

/** Where an enrolment stands, for the page. It contains nothing that was read about the person. */
export function enrolmentState(
  session: Session,
  { settings, name }: Tenant,
  { frameAncestors, baseUrl }: Pick<HttpSettings, 'frameAncestors' | 'baseUrl'>,
  challenge: boolean,
  now: Date,
): EnrolmentState {
  const { request, document, device } = session
  const front = document?.pages[0]
  const pictureRequest = openPictureRequest(session, now)
  const returnUrl = request.returnUrl ?? settings.returnUrl
  return {
    sessionId: session.id,
    mode: session.mode,
    status: session.status,
    completed: session.completedAt !== undefined && !pictureRequest,
    steps: stepsOf(session, settings),
    received: receivedOf(session, pictureRequest),
    age: session.age && { atLeast: session.age.atLeast },
    newPicture: pictureRequest && presentPictureRequest(pictureRequest),
    isTwoSideDocument: front?.twoSided,
    lang: request.lang,
    theme: themeOf({ name, settings }, request.theme),
    texts: settings.texts,
    selfieFiles: takesSelfieFiles(session.mode, settings),
    asksConsent: asksConsent(session, settings),
    mayWithdraw: session.consent?.by === 'page' && session.completedAt === undefined,
    challenge,
    ...(session.mode === 'live' && { cameraRequest: cameraRequestOf(session.id) }),
    ...(isChipRequired(session, settings) &&
      !pictureRequest && { chip: { received: session.chip !== undefined, app: settings.chipApp !== undefined } }),
    ...stepUpState(session, settings),
    ...(settings.issuance?.onPage && { offersCredential: true }),
    retentionDays: settings.retentionDays,
    expiryDateUtc: session.expiresAt.toISOString(),
    ...(returnUrl && { customerReturnUrl: returnUrl }),
    frameOrigins: framingOrigins(settings.frameOrigins, frameAncestors, baseUrl),
    device,
  }
}

const isChipRequired = (session: Session, settings: Tenant['settings']) =>
  settings.chip === 'required' && stepsOf(session, settings).includes('document')

/** What is offered to an open session that lacks only a proof. */
function stepUpState(
  { stepUp, completedAt, chip }: Session,
  settings: Tenant['settings'],
): Pick<EnrolmentState, 'stepUp' | 'chip'> {
  if (!stepUp || completedAt) return {}
  return {
    stepUp: stepUp.ways,
    ...(stepUp.ways.includes('chip') &&
      settings.chip !== 'required' && { chip: { received: chip !== undefined, app: true, isOptional: true } }),
  }
}

/** The accepted parts; a part that is asked for again is still to come. */
function receivedOf({ document, face }: Session, pictureRequest: NewPicture | undefined): EnrolmentState['received'] {
  const isWanted = (part: Part) => pictureRequest?.of === part && !pictureRequest.sent
  return {
    document: (document?.pages ?? []).map(({ side }) => side).filter((side) => !isWanted(side)),
    face: face !== undefined && !isWanted('FACE'),
  }
}

/** Without the reviewer who asked. */
const presentPictureRequest = ({ of, reason, sentence }: NewPicture) => ({ of, reason, sentence })

/** Who may embed the hosted page: the tenant's own origins, those of the installation, and the service itself (its demo). */
export function framingOrigins(tenants: readonly string[], installation: readonly string[], baseUrl: string): string[] {
  return [...new Set([...tenants, ...installation, new URL(baseUrl).origin])]
}
