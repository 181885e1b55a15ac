import type { ComparedFingerprint, PictureSentBefore } from '../../actions/ports/images.ts'
import type { Ports } from '../../actions/ports/ports.ts'
import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { Policy } from '../../domain/decision/policy.ts'
import { documentNumberOf } from '../../domain/document/document-number.ts'
import { credentialNumberOf } from '../../domain/proofs/credential-reading.ts'
import type { Session } from '../../domain/session.ts'

/**
 * A search compares with every earlier session, so it must be far surer than one comparison. At this score (cosine 0.594
 * of the joined recognisers) one of 1,250,180 impostor pairs of LFW matches, a doubtful label; a Pareto tail fitted to the
 * others says 4 in a hundred million: among a million sessions one search in 25 finds a stranger, and a person looks. Of
 * genuine pairs 84 % lie above.
 */
export const SAME_FACE_SCORE = 77

/** Does the policy ask whether the document and the face are new? */
export const asksForDuplicates = (policy: Policy, { flow }: Pick<Session, 'flow'>): boolean =>
  policy.factors.duplicateCheck?.enabled === true && !flow?.kind

/** Other sessions of the tenant and mode with this document or face, and the print to keep of this one. */
export async function findDuplicates(
  ports: Pick<Ports, 'fingerprints' | 'pairAnswers'>,
  session: Session,
  sentBefore: readonly PictureSentBefore[],
): Promise<{ duplicates: Duplicates; compared: ComparedFingerprint }> {
  const { id: sessionId, tenant, mode, document, credential, face } = session
  const numbered = document ? documentNumberOf(document) : credential && credentialNumberOf(credential)
  const fingerprint = {
    sessionId,
    tenant,
    mode,
    document: numbered,
    face: face?.template,
  }
  const { duplicates, compared } = await ports.fingerprints.compare(fingerprint, SAME_FACE_SCORE)
  const pictures = sentBefore.filter(({ part }) => part !== 'FACE').map((sent) => sent.sessionId)
  const othersAlike = await findOthersAlike(ports, sessionId, duplicates)
  return {
    duplicates: {
      ...duplicates,
      documentPicture: [...new Set(pictures)].toSorted(),
      ...(othersAlike.length > 0 && { othersAlike }),
    },
    compared,
  }
}

/**
 * Sessions with this face of which a reviewer said that they show somebody else. What was said of an earlier session counts
 * for this one only where both document and face say that it is the same person's. A document number that two people show
 * stays a reason, whatever was said.
 */
function findOthersAlike(
  { pairAnswers }: Pick<Ports, 'pairAnswers'>,
  sessionId: string,
  { documentNumber, face }: Duplicates,
): Promise<string[]> {
  const own = documentNumber.filter((id) => face.includes(id))
  const strangers = face.filter((id) => !own.includes(id))
  return pairAnswers.findOthers([sessionId, ...own], strangers)
}
