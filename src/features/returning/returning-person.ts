import { accept, refuse } from '../../formats/result.ts'
import { comparePair, inWords } from '../../kernel/decision/compare-proofs.ts'
import type { Evidence } from '../../kernel/decision/factors/factor.ts'
import { type Proof, signedProofsOf, stated } from '../../kernel/decision/proof.ts'
import { proofsOf } from '../../kernel/decision/proofs.ts'
import { statedClaims } from '../../kernel/evidence/stated-claims.ts'
import { refusePerson, type Session } from '../../kernel/session/session.ts'
import type { SessionPart } from '../../kernel/session/session-part.ts'
import type { Mode } from '../../kernel/session/session-words.ts'
import { STRANGERS } from '../../kernel/vocabulary.ts'
import { matchTemplates } from '../../vision/face/match-templates.ts'
import type { ClaimedPerson, ComparedPerson } from './domain/person.ts'

/** Compares the person of a flow `returning` with the person that they claim to be. */
export const returningPerson: SessionPart = {
  /**
   * An earlier session can only be named in this flow. If none is named, the credential that the tenant issued to the
   * person names it later.
   */
  async begin({ sessions, clock }, { tenant, request: { personOf }, mode, flow, asksWallets }) {
    if (flow?.kind !== 'returning') return personOf === undefined ? accept({}) : refuse('PERSON_NOT_ASKED')
    const mayShow = asksWallets && tenant.settings.issuance !== undefined
    if (personOf === undefined) return mayShow ? accept({}) : refuse('PERSON_MISSING')
    const sessionId = personOf.toLowerCase()
    const refusal = refusePerson(await sessions.load(tenant.id, sessionId), mode, clock())
    if (refusal) return refuse(`PERSON_${refusal}`)
    return accept({ person: { sessionId, strangers: tenant.settings.strangers ?? STRANGERS[0] } })
  },

  async find({ sessions }, { session, completedAt, evidence }) {
    const { person } = session
    if (!person) return {}
    const earlier = await sessions.load(session.tenant, person.sessionId)
    return { evidence: { person: comparePerson({ ...person, mode: session.mode }, earlier, evidence, completedAt) } }
  },
}

/**
 * Compares a selfie with the face of the earlier session if that may still be used, and otherwise with the portrait in
 * the credential that was issued after it. Also compares the data of the earlier session with that of this one.
 */
function comparePerson(
  claimed: ClaimedPerson & { mode: Mode },
  earlier: Session | undefined,
  evidence: Evidence,
  now: Date,
): ComparedPerson {
  const { mode, ...person } = claimed
  const { face } = evidence
  const refusal = refusePerson(earlier, mode, now)
  const shown = refusal === 'FACE_NOT_KEPT' ? portraitIssued(evidence) : undefined
  const known = refusal === undefined ? earlier?.face?.template : shown
  const likeness = known && face ? matchTemplates(known, face.template) : undefined
  const contradictions = contradictionsOf(evidence, proofOfPerson(earlier, mode, now))
  return { ...person, ...(likeness && { likeness }), ...(contradictions.length > 0 && { contradictions }) }
}

/** The portrait in a genuine credential: the tenant issued it after the earlier session. */
const portraitIssued = (evidence: Evidence) =>
  signedProofsOf(evidence).find(({ thing, isTrusted }) => thing === 'credential' && isTrusted)?.portrait

/** Data of the earlier session is only compared here and not kept with this session. */
const contradictionsOf = (evidence: Evidence, person: Proof | undefined) =>
  proofsOf(evidence)
    .flatMap((proof) => (person ? comparePair(person, proof) : []))
    .filter(({ differing }) => differing.length > 0)
    .map(inWords)

/** The data of the earlier session about the claimed person, if it may still be used. */
function proofOfPerson(earlier: Session | undefined, mode: Mode, now: Date): Proof | undefined {
  const refusal = refusePerson(earlier, mode, now)
  if (!earlier || (refusal && refusal !== 'FACE_NOT_KEPT')) return undefined
  const claims = statedClaims(earlier, now)
  return {
    name: 'earlier session',
    thing: 'person',
    surname: stated(claims?.family_name),
    givenNames: stated(claims?.given_name),
    dateOfBirth: claims?.birthdate,
    portrait: refusal ? undefined : earlier.face?.template,
  }
}
