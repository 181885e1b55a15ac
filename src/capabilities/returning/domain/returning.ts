import { comparePair, inWords } from '../../../domain/decision/compare-proofs.ts'
import type { Evidence } from '../../../domain/decision/factors/factor.ts'
import { type Proof, proofsOf, stated } from '../../../domain/decision/proofs.ts'
import { matchTemplates } from '../../../domain/face/face.ts'
import { isGenuine } from '../../../domain/proofs/credential-reading.ts'
import type { Session } from '../../../domain/session.ts'
import { refusePerson } from '../../../domain/session.ts'
import { statedClaims } from '../../../domain/stated-claims.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import type { ClaimedPerson, ComparedPerson } from './person.ts'

/**
 * Compares a selfie with the face of the earlier session, as far as that may still be used, else with the portrait in the
 * credential that the person was given after it; and what the earlier session says with what this one does.
 */
export function comparePerson(
  claimed: ClaimedPerson & { mode: Mode },
  earlier: Session | undefined,
  evidence: Evidence,
  now: Date,
): ComparedPerson {
  const { mode, ...person } = claimed
  const { face, credential } = evidence
  const refusal = refusePerson(earlier, mode, now)
  const shown = refusal === 'FACE_NOT_KEPT' && credential && isGenuine(credential) ? credential.portrait : undefined
  const known = refusal === undefined ? earlier?.face?.template : shown
  const likeness = known && face ? matchTemplates(known, face.template) : undefined
  const contradictions = contradictionsOf(evidence, proofOfPerson(earlier, mode, now))
  return { ...person, ...(likeness && { likeness }), ...(contradictions.length > 0 && { contradictions }) }
}

/** What is known of the person from the earlier session is compared here: it is not kept with this one. */
const contradictionsOf = (evidence: Evidence, person: Proof | undefined) =>
  proofsOf(evidence)
    .flatMap((proof) => (person ? comparePair(person, proof) : []))
    .filter(({ differing }) => differing.length > 0)
    .map(inWords)

/** What the earlier session says about the person who is claimed, as far as that may still be used. */
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
