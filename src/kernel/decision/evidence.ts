import type { PageReading } from '../../vision/document/page-reading.ts'
import type { FaceReading } from '../../vision/face/face-reading.ts'
import { photographLikeness } from '../../vision/face/same-photograph.ts'
import type { CaptureSource } from '../evidence/capture-words.ts'
import { sourceNames } from '../evidence/evidence-kind.ts'
import type { SourceName } from '../evidence/evidence-names.ts'
import { withoutTemplates } from '../evidence/face/forget-face.ts'
import { stepsOf } from '../session/flow.ts'
import type { Session } from '../session/session.ts'
import type { Part } from '../session/session-words.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { CaptureEvidence, DecisionEvidence, Evidence } from './factors/factor.ts'
import type { Assurance } from './levels.ts'

/** What was found out about a session when it was completed. */
interface Findings {
  completedAt: Date
  /** Whether its selfie should have come with a challenge. */
  asksChallenge: boolean
  /** The level that it is decided on. */
  assurance?: Assurance | undefined
  /** Pictures that were also sent in another session, if the policy asks for this check. */
  sentBefore?: CaptureEvidence['sentBefore']
  /** They could not be searched for. */
  notSearched?: CaptureEvidence['notSearched']
}

/** The evidence of a session that is being completed. */
export function gatherEvidence(
  session: Session,
  settings: Pick<TenantSettings, 'steps' | 'walletWithoutPortrait' | 'seals'>,
  findings: Findings,
): Evidence {
  const { completedAt, assurance } = findings
  const { mode, age } = session
  const capture = captureOf(session, findings)
  return withReadings(session, {
    mode,
    steps: stepsOf(session, settings),
    today: dateOf(completedAt),
    ...(assurance && { assurance }),
    ...(capture && { capture }),
    ...(age && { age }),
    ...(settings.seals === 'required' && { asksSeal: true }),
    ...(settings.walletWithoutPortrait === 'accept' && { withoutPortrait: 'accept' }),
  })
}

/** The evidence of a session before its selfie comes. */
export function evidenceBeforeSelfie(session: Session, settings: Pick<TenantSettings, 'steps'>): Evidence {
  const { face: _, chip: __, credential: ___, ...before } = session
  return withReadings(before, {
    mode: session.mode,
    steps: stepsOf(session, settings).filter((step) => step !== 'face'),
    today: dateOf(session.createdAt),
  })
}

/** The evidence that a session was decided on, rebuilt from what is stored. */
export function evidenceOf(session: Session): Evidence | undefined {
  // After an answered question of age, nothing is left to decide on.
  if (!session.decision || session.ageAnswer) return undefined
  return withReadings(session, session.decision.evidence)
}

function withReadings(session: Pick<Session, SourceName | 'request'>, found: DecisionEvidence): Evidence {
  const readings = sourceNames().flatMap((source) => (session[source] ? [[source, session[source]]] : []))
  const { applicantForm } = session.request
  return { ...Object.fromEntries(readings), ...(applicantForm && { applicantForm }), ...found }
}

/** How the pictures of a session came; undefined if nothing was recorded. */
function captureOf(
  { captures, createdAt, challenge, refused }: Session,
  { completedAt, sentBefore, notSearched, asksChallenge }: Findings,
): CaptureEvidence | undefined {
  if (!captures && !asksChallenge) return undefined
  const sources: Partial<Record<Part, CaptureSource>> = {}
  const takenAt: Partial<Record<Part, string>> = {}
  const cameras: NonNullable<CaptureEvidence['cameras']> = {}
  for (const [name, capture] of Object.entries(captures ?? {})) {
    const part = name as Part
    sources[part] = capture.source
    if (capture.takenAt !== undefined) takenAt[part] = capture.takenAt
    if (capture.camera) cameras[part] = capture.camera
  }
  return {
    sources,
    ...(sentBefore && { sentBefore }),
    ...(notSearched && { notSearched }),
    ...(Object.keys(takenAt).length > 0 && { takenAt }),
    ...(Object.keys(cameras).length > 0 && { cameras }),
    ...(asksChallenge && { challenge: challenge?.declined ? 'declined' : 'asked' }),
    ...(refused && { refused }),
    openedAt: createdAt.toISOString(),
    completedAt: completedAt.toISOString(),
  }
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Evidence that gives the same decision but contains nothing by which a face could be found or shown elsewhere: only
 * how the templates compare with each other, and how similar the prints of the two photographs are.
 */
export function withoutFaces(evidence: Evidence): Evidence {
  const { document, face } = evidence
  const reduced = withoutTemplates(evidence)
  const likeness = likenessOf(document?.pages ?? [], face)
  return {
    ...reduced,
    ...(reduced.document && {
      document: { ...reduced.document, pages: reduced.document.pages.map(withoutPhotograph) },
    }),
    ...(reduced.face && { face: withoutPhotograph(reduced.face) }),
    ...(likeness !== undefined && { photographs: { likeness } }),
  }
}

function withoutPhotograph<Reading extends PageReading | FaceReading>(reading: Reading): Reading {
  const { photograph: _, ...rest } = reading
  return rest as Reading
}

/** The likeness of the selfie and the most similar portrait; undefined if no two can be compared. */
function likenessOf(pages: readonly PageReading[], face: FaceReading | undefined): number | undefined {
  const selfie = face?.photograph
  const found = pages.flatMap(({ photograph }) => {
    const likeness = selfie && photograph && photographLikeness(photograph, selfie)
    return likeness === undefined ? [] : [likeness]
  })
  return found.length ? Math.max(...found) : undefined
}
