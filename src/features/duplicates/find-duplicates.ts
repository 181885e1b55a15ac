import { documentNumberOf } from '../../kernel/evidence/document/document-number.ts'
import { evidenceKinds } from '../../kernel/evidence/evidence-kind.ts'
import type { ComparedFingerprint, PictureSentBefore } from '../../kernel/ports/images.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Session } from '../../kernel/session/session.ts'
import type { SessionPart } from '../../kernel/session/session-part.ts'
import { SAME_FACE_SCORE } from '../../vision/face/match-templates.ts'
import type { Duplicates } from './domain/duplicates.ts'

/** Searches if the policy asks whether the document and the face are new. */
export const duplicateSearch: SessionPart = {
  async find(ports, { session, policy, findSentBefore }) {
    if (!policy.factors.duplicateCheck?.enabled || session.flow?.kind) return {}
    const { duplicates, compared } = await findDuplicates(ports, session, await findSentBefore())
    return { evidence: { duplicates }, effects: { fingerprint: compared } }
  },
}

/** Other sessions of the tenant and mode with this document or face, and the fingerprints to keep for this one. */
export async function findDuplicates(
  ports: Pick<Ports, 'fingerprints' | 'pairAnswers'>,
  session: Session,
  sentBefore: readonly PictureSentBefore[] | undefined,
): Promise<{ duplicates: Duplicates; compared: ComparedFingerprint }> {
  const { id: sessionId, tenant, mode, document, face } = session
  const [replacing] = evidenceKinds.parts().flatMap(({ documentNumber }) => documentNumber?.(session) ?? [])
  const numbered = document ? documentNumberOf(document) : replacing
  const fingerprint = {
    sessionId,
    tenant,
    mode,
    document: numbered,
    face: face?.template,
  }
  const { duplicates, compared } = await ports.fingerprints.compare(fingerprint, SAME_FACE_SCORE)
  const pictures = (sentBefore ?? []).filter(({ part }) => part !== 'FACE').map((sent) => sent.sessionId)
  const othersAlike = await findOthersAlike(ports, sessionId, duplicates)
  return {
    duplicates: {
      ...duplicates,
      documentPicture: [...new Set(pictures)].toSorted(),
      ...(sentBefore === undefined && { changed: true as const }),
      ...(othersAlike.length > 0 && { othersAlike }),
    },
    compared,
  }
}

/**
 * Sessions with this face of which a reviewer said that they show another person. An answer about an earlier session
 * counts for this one only if both document and face show that it is the same person. A document number that two people
 * show remains a reason, whatever the answer.
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
