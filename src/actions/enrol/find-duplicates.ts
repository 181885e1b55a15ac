import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { Policy } from '../../domain/decision/policy.ts'
import { documentNumberOf } from '../../domain/document/document-number.ts'
import type { Session } from '../../domain/session.ts'
import type { ComparedPrint, Prints } from '../ports/prints.ts'

/**
 * A search compares with every earlier session, so it must be far surer than one comparison. False matches of the
 * recogniser fall tenfold with every 0.075 of cosine (1 in 1,000 at 0.33, 1 in 10,000 at 0.405); at a score of 70
 * (cosine 0.64) that leaves about one in ten million.
 */
const SAME_FACE_SCORE = 70

/** Other sessions of the tenant and mode with this document or face, when the policy asks, and the print to keep of this one. */
export async function findDuplicates(
  prints: Prints,
  session: Session,
  policy: Policy,
): Promise<{ duplicates: Duplicates; compared: ComparedPrint } | undefined> {
  if (!policy.factors.duplicateCheck?.enabled) return undefined

  const { id: sessionId, tenant, mode, document, face } = session
  const numbered = document && documentNumberOf(document)
  const print = {
    sessionId,
    tenant,
    mode,
    ...(numbered && { document: numbered }),
    ...(face && { face: face.template }),
  }
  return prints.compare(print, SAME_FACE_SCORE)
}
