import { createHash } from 'node:crypto'
import { accept, refuse } from '../../formats/result.ts'
import { canonicalJson } from '../../kernel/decision/canonical-json.ts'
import type { Decision, FactorResult } from '../../kernel/decision/decide.ts'
import { evidenceOf, withoutFaces } from '../../kernel/decision/evidence.ts'
import { stepsAfterSelfie } from '../../kernel/session/flow.ts'
import { isApproved, isFinal, objectsOf, type Session } from '../../kernel/session/session.ts'
import type { SessionPart } from '../../kernel/session/session-part.ts'
import type { AgeAnswerWord } from '../../kernel/vocabulary.ts'
import { MINORS_ACCEPTED } from '../../kernel/vocabulary.ts'
import { judgeEstimate, withEstimate } from './domain/age.ts'

/**
 * The answer of a session of the flow `age` in its final state: YES if it was approved, NO if nothing but the age
 * speaks against the person. If anything else speaks against them, the question stays open.
 */
function answerOf({ status, decision }: Pick<Session, 'status' | 'decision'>): AgeAnswerWord {
  if (isApproved(status)) return 'YES'
  const against = decision?.factors.filter(({ effect }) => effect === 'reject') ?? []
  return against.length > 0 && against.every(({ name }) => name === 'minimumAge') ? 'NO' : 'UNSURE'
}

/** Whether the session is finished, so that only its answer may be kept. */
const isAnswered = (session: Pick<Session, 'status' | 'flow' | 'ageAnswer'>): boolean =>
  session.flow?.kind === 'age' && !session.ageAnswer && (isFinal(session.status) || session.status === 'EXPIRED')

/**
 * The session with its answer, but without anything that was read or seen: pictures, readings, estimates and sentences
 * about the person. The outcome of the decision and the grade of each factor stay, so that results keep their form.
 */
function withOnlyAnswer(session: Session, evidenceSha256: string): Session {
  const { id, tenant, mode, status, version, createdAt, expiresAt, completedAt, request, flow, signIn } = session
  const { consent, tokenEpoch } = session
  const atLeast = session.age?.atLeast ?? 0
  return {
    id,
    tenant,
    mode,
    status,
    version,
    createdAt,
    expiresAt,
    ...(completedAt && { completedAt }),
    request,
    ...(flow && { flow }),
    // Whom the answer is for: without it nobody would get it.
    ...(signIn && { signIn }),
    ...(consent && { consent }),
    ...(tokenEpoch !== undefined && { tokenEpoch }),
    images: {},
    ageAnswer: { atLeast, answer: answerOf(session), evidenceSha256 },
    ...(session.decision && { decision: withoutValues(session.decision) }),
  }
}

function withoutValues(decision: Decision): Decision {
  const { score, level, outcome, policy, rules, evidence } = decision
  const { today, steps, mode } = evidence
  return {
    score,
    level,
    outcome,
    factors: decision.factors.map(gradeAlone),
    reasons: [],
    policy,
    ...(rules !== undefined && { rules }),
    evidence: { today, steps, ...(mode && { mode }) },
  }
}

const gradeAlone = ({ name, level, effect, fields }: FactorResult): FactorResult => ({
  name,
  level,
  effect,
  ...(fields && { fields: [] }),
  reason: '',
  used: {},
})

/** Asks the question of the flow `age`, and keeps only its answer. */
export const ageQuestion: SessionPart = {
  /**
   * A limit is required in this flow and refused in any other. An applicant form is refused, since nothing about the
   * person is kept.
   */
  async begin(_, { tenant: { settings }, request: { atLeast, applicantForm }, flow }) {
    if (flow?.kind !== 'age') return atLeast === undefined ? accept({}) : refuse('AGE_NOT_ASKED')
    if (atLeast === undefined) return refuse('AGE_MISSING')
    if (applicantForm) return refuse('AGE_WITH_FORM')
    return accept({ age: { atLeast, minorsAccepted: settings.minorsAccepted ?? MINORS_ACCEPTED[0] } })
  },

  /** The selfie decides whether a document is needed. Once a document is asked for, another selfie changes nothing. */
  addSelfie(session, isFirst) {
    const { age: before, flow, face } = session
    if (!before || !flow) return session
    const age = withEstimate(before, face?.age, isFirst)
    const steps = flow.steps.includes('document') ? flow.steps : stepsAfterSelfie(judgeEstimate(age))
    return { ...session, age, flow: { ...flow, steps } }
  },

  /** Keeps only the answer. */
  settle(session) {
    if (!isAnswered(session)) return undefined
    const evidence = evidenceOf(session)
    const digested = canonicalJson({ sessionId: session.id, evidence: evidence ? withoutFaces(evidence) : null })
    const sha256 = createHash('sha256').update(digested).digest('hex')
    return { session: withOnlyAnswer(session, sha256), effects: { forgetFace: true }, objects: objectsOf(session) }
  },
}
