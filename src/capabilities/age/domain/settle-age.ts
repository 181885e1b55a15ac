import type { Decision, FactorResult } from '../../../domain/decision/decide.ts'
import { isApproved, isFinal, type Session } from '../../../domain/session.ts'
import type { AgeAnswerWord } from '../../../domain/vocabulary.ts'

/**
 * What a session of the flow `age` answers in its final state. YES is an approval. NO is a person of whom nothing but the
 * age speaks against them; whatever else stands in the way, the question stays open.
 */
function answerOf({ status, decision }: Pick<Session, 'status' | 'decision'>): AgeAnswerWord {
  if (isApproved(status)) return 'YES'
  const against = decision?.factors.filter(({ effect }) => effect === 'reject') ?? []
  return against.length > 0 && against.every(({ name }) => name === 'minimumAge') ? 'NO' : 'UNSURE'
}

/** Whether nothing but the answer may be kept of this session any more. */
export const isAnswered = (session: Pick<Session, 'status' | 'flow' | 'ageAnswer'>): boolean =>
  session.flow?.kind === 'age' && !session.ageAnswer && (isFinal(session.status) || session.status === 'EXPIRED')

/**
 * The session with its answer and nothing that was read or seen: no picture, no reading, no estimate, no sentence about the
 * person. Of the decision stay its outcome and what each factor was graded, so that results have their form.
 */
export function withAnswerAlone(session: Session, evidenceSha256: string): Session {
  const { id, tenant, mode, status, version, createdAt, expiresAt, completedAt, request, flow, consent, tokenEpoch } =
    session
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
