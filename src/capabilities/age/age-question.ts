import { createHash } from 'node:crypto'
import type { SessionPart } from '../../actions/enrol/session-part.ts'
import { canonicalJson } from '../../domain/decision/canonical-json.ts'
import { evidenceOf } from '../../domain/decision/evidence.ts'
import { withoutFaces } from '../../domain/decision/without-faces.ts'
import { stepsAfterSelfie } from '../../domain/enrolment/flow.ts'
import { accept, refuse } from '../../domain/result.ts'
import { objectsOf } from '../../domain/session.ts'
import { MINORS_ACCEPTED } from '../../domain/vocabulary.ts'
import { judgeEstimate, withEstimate } from './domain/age.ts'
import { isAnswered, withAnswerAlone } from './domain/settle-age.ts'

/** What the flow `age` asks, and the answer that is left of it. */
export const ageQuestion: SessionPart = {
  /** A limit is named in this flow, and nowhere else. Nothing is taken that would be kept of the person. */
  async begin(_, { tenant: { settings }, request: { atLeast, applicantForm }, flow }) {
    if (flow?.kind !== 'age') return atLeast === undefined ? accept({}) : refuse('AGE_NOT_ASKED')
    if (atLeast === undefined) return refuse('AGE_MISSING')
    if (applicantForm) return refuse('AGE_WITH_FORM')
    return accept({ age: { atLeast, minorsAccepted: settings.minorsAccepted ?? MINORS_ACCEPTED[0] } })
  },

  /** The selfie says what is still to come. Once a document is asked for, another selfie changes nothing. */
  addSelfie(session, isFirst) {
    const { age: before, flow, face } = session
    if (!before || !flow) return session
    const age = withEstimate(before, face?.age, isFirst)
    const steps = flow.steps.includes('document') ? flow.steps : stepsAfterSelfie(judgeEstimate(age))
    return { ...session, age, flow: { ...flow, steps } }
  },

  /** The answer alone. */
  settle(session) {
    if (!isAnswered(session)) return undefined
    const evidence = evidenceOf(session)
    const digested = canonicalJson({ sessionId: session.id, evidence: evidence ? withoutFaces(evidence) : null })
    const sha256 = createHash('sha256').update(digested).digest('hex')
    return { session: withAnswerAlone(session, sha256), effects: { forgetFace: true }, objects: objectsOf(session) }
  },
}
