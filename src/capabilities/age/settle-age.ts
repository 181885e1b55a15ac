import { createHash } from 'node:crypto'
import type { SessionEffects } from '../../actions/ports/sessions.ts'
import { canonicalJson } from '../../domain/decision/canonical-json.ts'
import { evidenceOf } from '../../domain/decision/evidence.ts'
import { withoutFaces } from '../../domain/decision/without-faces.ts'
import { objectsOf, type Session } from '../../domain/session.ts'
import { isAnswered, withAnswerAlone } from './domain/settle-age.ts'

/** A session as it is to be written, what is written with it, and the pictures that go once it was. */
interface Settled {
  session: Session
  effects: Pick<SessionEffects, 'forgetFace'>
  objects: string[]
}

/** Of a session of the flow `age` that is over, the answer alone; any other session as it is. */
export function settleAge(session: Session): Settled {
  if (!isAnswered(session)) return { session, effects: {}, objects: [] }
  const evidence = evidenceOf(session)
  const digested = canonicalJson({ sessionId: session.id, evidence: evidence ? withoutFaces(evidence) : null })
  const sha256 = createHash('sha256').update(digested).digest('hex')
  return { session: withAnswerAlone(session, sha256), effects: { forgetFace: true }, objects: objectsOf(session) }
}
