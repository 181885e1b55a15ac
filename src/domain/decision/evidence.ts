import { comparePerson, proofOfPerson } from '../../capabilities/returning/domain/returning.ts'
import type { WatchlistEvidence } from '../../capabilities/screening/domain/evidence.ts'
import { stepsOf } from '../enrolment/flow.ts'
import type { Session } from '../session.ts'
import type { TenantRules } from '../tenant.ts'
import type { Assurance, CaptureSource, Part } from '../vocabulary.ts'
import { comparePair, inWords } from './compare-proofs.ts'
import type { CaptureEvidence, DecisionEvidence, Duplicates, Evidence } from './factors/factor.ts'
import { type Proof, proofsOf } from './proofs.ts'

/** What was found out about a session when it was completed. */
interface Findings {
  completedAt: Date
  /** Whether its selfie should have come with a challenge. */
  asksChallenge: boolean
  /** The level that it is decided on. */
  assurance?: Assurance | undefined
  /** Pictures that came in another session too, where the policy asks for it. */
  sentBefore?: CaptureEvidence['sentBefore']
  duplicates?: Duplicates | undefined
  watchlist?: WatchlistEvidence | undefined
  /** The session in which a returning person was approved. */
  earlier?: Session | undefined
}

/** The evidence of a session that is completed now. */
export function gatherEvidence(
  session: Session,
  settings: Pick<TenantRules, 'steps' | 'walletWithoutPortrait' | 'seals'>,
  findings: Findings,
): Evidence {
  const { completedAt, assurance, duplicates, watchlist, earlier } = findings
  const { mode, face, credential, age } = session
  const capture = captureOf(session, findings)
  const evidence = withReadings(session, {
    mode,
    steps: stepsOf(session, settings),
    today: dateOf(completedAt),
    ...(assurance && { assurance }),
    ...(duplicates && { duplicates }),
    ...(capture && { capture }),
    ...(watchlist && { watchlist }),
    ...(age && { age }),
    ...(settings.seals === 'required' && { asksSeal: true }),
    ...(settings.walletWithoutPortrait === 'accept' && { withoutPortrait: 'accept' }),
  })
  if (!session.person) return evidence
  const person = comparePerson(session.person, earlier, face, { mode, now: completedAt, credential })
  const contradictions = contradictionsOf(evidence, proofOfPerson(earlier, mode, completedAt))
  return { ...evidence, person: { ...person, ...(contradictions.length > 0 && { contradictions }) } }
}

/** What is known of the person from the earlier session is compared here: it is not kept with this one. */
const contradictionsOf = (evidence: Evidence, person: Proof | undefined) =>
  proofsOf(evidence)
    .flatMap((proof) => (person ? comparePair(person, proof) : []))
    .filter(({ differing }) => differing.length > 0)
    .map(inWords)

/** What is known of a session before its selfie comes. */
export function evidenceBeforeSelfie(session: Session, settings: Pick<TenantRules, 'steps'>): Evidence {
  const { face: _, chip: __, credential: ___, ...before } = session
  return withReadings(before, {
    mode: session.mode,
    steps: stepsOf(session, settings).filter((step) => step !== 'face'),
    today: dateOf(session.createdAt),
  })
}

/** The evidence that a decided session was decided on, put together again from what is stored. */
export function evidenceOf(session: Session): Evidence | undefined {
  // Of a question of age that was answered nothing is left to decide on.
  if (!session.decision || session.ageAnswer) return undefined
  return withReadings(session, session.decision.evidence)
}

type Readings = Pick<Session, 'document' | 'face' | 'chip' | 'seal' | 'credential' | 'request'>

function withReadings(
  { document, face, chip, seal, credential, request }: Readings,
  found: DecisionEvidence,
): Evidence {
  return {
    ...(document && { document }),
    ...(face && { face }),
    ...(chip && { chip }),
    ...(seal && { seal }),
    ...(credential && { credential }),
    ...(request.applicantForm && { applicantForm: request.applicantForm }),
    ...found,
  }
}

/** How the pictures of a session came; undefined when nothing was recorded. */
function captureOf(
  { captures, createdAt, challenge, refused }: Session,
  { completedAt, sentBefore, asksChallenge }: Findings,
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
    ...(Object.keys(takenAt).length > 0 && { takenAt }),
    ...(Object.keys(cameras).length > 0 && { cameras }),
    ...(asksChallenge && { challenge: challenge?.declined ? 'declined' : 'asked' }),
    ...(refused && { refused }),
    openedAt: createdAt.toISOString(),
    completedAt: completedAt.toISOString(),
  }
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10)
