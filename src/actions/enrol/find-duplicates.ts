import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { Policy } from '../../domain/decision/policy.ts'
import { documentNumberOf } from '../../domain/document/document-number.ts'
import type { Session } from '../../domain/session.ts'
import type { ComparedFingerprint, Fingerprints } from '../ports/fingerprints.ts'

/**
 * A search compares with every earlier session, so it must be far surer than one comparison. At this score (cosine 0.594
 * of the joined recognisers) one of 1,250,180 impostor pairs of LFW matches, a doubtful label; a Pareto tail fitted to the
 * others says 4 in a hundred million: among a million sessions one search in 25 finds a stranger, and a person looks. Of
 * genuine pairs 84 % lie above.
 */
export const SAME_FACE_SCORE = 77

/** Other sessions of the tenant and mode with this document or face, when the policy asks, and the print to keep of this one. */
export async function findDuplicates(
  fingerprints: Fingerprints,
  session: Session,
  policy: Policy,
): Promise<{ duplicates: Duplicates; compared: ComparedFingerprint } | undefined> {
  if (!policy.factors.duplicateCheck?.enabled || session.flow?.kind) return undefined

  const { id: sessionId, tenant, mode, document, face } = session
  const numbered = document && documentNumberOf(document)
  const fingerprint = {
    sessionId,
    tenant,
    mode,
    ...(numbered && { document: numbered }),
    ...(face && { face: face.template }),
  }
  return fingerprints.compare(fingerprint, SAME_FACE_SCORE)
}
