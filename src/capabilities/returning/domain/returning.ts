import { type Proof, stated } from '../../../domain/decision/proofs.ts'
import type { FaceTemplate } from '../../../domain/document/document.ts'
import { matchTemplates } from '../../../domain/face/face.ts'
import { type CredentialReading, isGenuine } from '../../../domain/proofs/credential-reading.ts'
import { isApproved, type Session, statusAt } from '../../../domain/session.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import { statedClaims } from '../../issuance/domain/issued-credential.ts'
import type { ClaimedPerson, ComparedPerson } from './person.ts'

export type PersonRefusal = 'NOT_FOUND' | 'NOT_APPROVED' | 'FACE_NOT_KEPT'

/** Why a person cannot be recognised by this session; undefined where they can. */
export function refusePerson(earlier: Session | undefined, mode: Mode, now: Date): PersonRefusal | undefined {
  if (!earlier || earlier.mode !== mode) return 'NOT_FOUND'
  if (!isApproved(statusAt(earlier, now))) return 'NOT_APPROVED'
  return earlier.consent?.keepFace && earlier.face && !earlier.faceForgottenAt ? undefined : 'FACE_NOT_KEPT'
}

/**
 * Compares a selfie with the face of the earlier session, as far as that may still be used, else with the portrait in the
 * credential that the person was given after it.
 */
export function comparePerson(
  claimed: ClaimedPerson,
  earlier: Session | undefined,
  selfie: { template: FaceTemplate } | undefined,
  { mode, now, credential }: { mode: Mode; now: Date; credential?: CredentialReading | undefined },
): ComparedPerson {
  const refusal = refusePerson(earlier, mode, now)
  const shown = refusal === 'FACE_NOT_KEPT' && credential && isGenuine(credential) ? credential.portrait : undefined
  const known = refusal === undefined ? earlier?.face?.template : shown
  const likeness = known && selfie ? matchTemplates(known, selfie.template) : undefined
  return { ...claimed, ...(likeness && { likeness }) }
}

/** What the earlier session says about the person who is claimed, as far as that may still be used. */
export function proofOfPerson(earlier: Session | undefined, mode: Mode, now: Date): Proof | undefined {
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
