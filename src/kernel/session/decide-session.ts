import { assuranceOf } from '../decision/assurance.ts'
import { levelPolicies } from '../decision/change-policy.ts'
import { decide } from '../decision/decide.ts'
import { gatherEvidence } from '../decision/evidence.ts'
import type { Policy } from '../decision/policy.ts'
import { withoutTemplates } from '../evidence/face/forget-face.ts'
import type { PictureSentBefore } from '../ports/images.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionEffects } from '../ports/sessions.ts'
import type { Tenant } from '../ports/tenants.ts'
import { requestAnswered, withAnswer } from '../review/new-picture.ts'
import { dueFrom } from '../review/review.ts'
import { ChangedRow } from '../rights/signed-rows.ts'
import { shouldHaveChallenge } from './asks-challenge.ts'
import type { Change } from './change-session.ts'
import { move, type Session } from './session.ts'
import { type DecisionPorts, sessionParts, settleSession } from './session-part.ts'

export interface Decided {
  session: Session
  /** False if it was decided because a new picture was answered. */
  isFirst: boolean
  completedAt: Date
  /** Pictures to remove after this was written. */
  leftBehind: string[]
}

/** The page to show the person now; undefined when neither the caller nor the tenant named one. */
export interface Completed {
  returnUrl?: string | undefined
  /** The theme that initialize named. */
  theme?: string | undefined
  /** False if it was decided because a new picture was answered. */
  isFirst: boolean
  /** The time since the device that finished it took over the session; absent if no page did. */
  seconds?: number
}

/** Ends a session with the evidence it has: the decision, the webhook event and the audit entry. */
export async function decideSession(
  ports: DecisionPorts,
  session: Session,
  tenant: Tenant,
  policy: Policy,
): Promise<Change<Decided>> {
  const pictureRequest = requestAnswered(session)
  const completedAt = ports.clock()
  let sentPictures: Promise<PictureSentBefore[] | undefined> | undefined
  const findSentBefore = () => {
    sentPictures ??= ports.fingerprints.findSentBefore(session).catch(changedFingerprints)
    return sentPictures
  }
  const asksSentBefore = policy.factors.captureIntegrity?.enabled
  const sentBefore = asksSentBefore && (await findSentBefore())
  let evidence = gatherEvidence(session, tenant.settings, {
    completedAt,
    asksChallenge: shouldHaveChallenge(session, tenant.settings, policy),
    assurance: assuranceOf(session, tenant.settings),
    ...(asksSentBefore && (sentBefore ? { sentBefore } : { notSearched: true as const })),
  })
  let found: SessionEffects = {}
  for (const part of sessionParts.parts()) {
    const more = await part.find?.(ports, { session, tenant, policy, completedAt, evidence, findSentBefore })
    evidence = { ...evidence, ...more?.evidence }
    found = { ...found, ...more?.effects }
  }
  const decision = decide(evidence, policy)
  // A returning person is compared here, once: nothing is kept to compare their selfie with.
  const settled = { ...(evidence.person ? withoutTemplates(session) : session), decision }
  const decided = pictureRequest
    ? answered(settled, completedAt, tenant)
    : move({ ...settled, completedAt, ...dueFrom(completedAt, tenant.settings) }, decision.outcome)
  const over = settleSession(decided)
  const { id, status } = decided
  const detail = { status, policy: decision.policy.version, ...(session.refused && { refused: session.refused.part }) }
  return {
    ok: true,
    value: { session: over.session, isFirst: !pictureRequest, completedAt, leftBehind: over.objects },
    session: over.session,
    effects: {
      ...(!pictureRequest && { events: [{ type: 'status', status }] }),
      audit: {
        at: completedAt,
        tenant: tenant.id,
        actor: 'token',
        action: pictureRequest ? 'session.new-picture' : 'session.complete',
        sessionId: id,
        detail,
      },
      ...found,
      ...over.effects,
    },
  }
}

/** Fingerprints that were changed past this program show nothing about other sessions: a reviewer decides. */
function changedFingerprints(error: unknown): undefined {
  if (!(error instanceof ChangedRow)) throw error
}

export function completedOf({ session, isFirst, completedAt }: Decided, tenant: Tenant): Completed {
  const begun = session.device && Date.parse(session.device.since)
  return {
    returnUrl: session.request.returnUrl ?? tenant.settings.returnUrl,
    theme: session.request.theme,
    isFirst,
    ...(begun !== undefined && { seconds: (completedAt.getTime() - begun) / 1000 }),
  }
}

/**
 * A new picture is decided under the policy of the first ones; otherwise under that of the chosen level, or the
 * tenant's.
 */
export async function policyFor(
  { policies }: Pick<Ports, 'policies'>,
  session: Session,
  settings: Tenant['settings'],
): Promise<Policy> {
  const first = session.decision && (await policies.bySha256(session.decision.policy.sha256))
  if (first) return first
  const level = assuranceOf(session, settings)
  return level ? levelPolicies()[level] : policies.current(session.tenant)
}

/**
 * Back to the reviewers, whatever the rules say now: one of them asked. Verdicts on the earlier pictures no longer
 * count; whoever left the case to a second reviewer has still left it.
 */
function answered(session: Session, at: Date, tenant: Tenant): Session {
  const { opinions = [], newPictures = [], ...rest } = session
  const escalations = opinions.filter(({ verdict }) => verdict === 'escalate')
  return {
    ...rest,
    ...(escalations.length > 0 && { opinions: escalations }),
    ...dueFrom(at, tenant.settings),
    newPictures: withAnswer(newPictures, at.toISOString()),
  }
}
