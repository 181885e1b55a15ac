import { accept, type Result, refuse } from '../../formats/result.ts'
import { stepsOf } from '../session/flow.ts'
import type { Session } from '../session/session.ts'
import type { Part } from '../session/session-words.ts'
import { actOnCase, type CaseActPorts, type CaseActRefusal, type Hold } from './act-on-case.ts'
import type { Examiner } from './claim-case.ts'
import { fitsPicture, keepEarlier, refusePictureRequest } from './new-picture.ts'
import { hasEscalated } from './review.ts'
import type { NewPictureReason } from './review-words.ts'

interface NewPictureRequest {
  of: Part
  reason: NewPictureReason
  /** A sentence for the person. */
  sentence?: string | undefined
}

type NewPictureRefusal = 'TOO_MANY_NEW_PICTURES' | 'NO_SUCH_PICTURE' | 'REASON_DOES_NOT_FIT'

interface NewPictureRequested {
  until: Date
  undoUntil?: Date
}

/**
 * Asks the person for a better picture of one part. The session keeps waiting, takes only that picture under a fresh
 * token, is decided again, and returns to the reviewer who asked. The existing pictures stay with it.
 */
export async function askNewPicture(
  ports: CaseActPorts,
  examiner: Examiner,
  sessionId: string,
  { of, reason, sentence }: NewPictureRequest,
  hold: Hold & { validDays: number },
): Promise<Result<NewPictureRequested, 'NOT_FOUND' | NewPictureRefusal> | CaseActRefusal> {
  const { username } = examiner
  return actOnCase<NewPictureRequested, NewPictureRefusal>(ports, examiner, sessionId, hold, (session, tenant, now) => {
    if (hasEscalated(session, username)) return refuse('SECOND_PERSON_NEEDED')
    const refusal = refusePictureRequest(session, of, stepsOf(session, tenant.settings))
    if (refusal) return refuse(refusal)
    if (!fitsPicture(of, reason)) return refuse('REASON_DOES_NOT_FIT')
    const until = new Date(now.getTime() + hold.validDays * 86_400_000)
    const words = sentence?.trim()
    const tokenEpoch = (session.tokenEpoch ?? 0) + 1
    const pictureRequest = {
      of,
      reason,
      ...(words && { sentence: words }),
      by: username,
      askedAt: now.toISOString(),
      until: until.toISOString(),
      tokenEpoch,
    }
    const { device: _, pendingAnswer: __, challenge, ...rest } = session
    const next: Session = {
      ...rest,
      ...(challenge && of !== 'FACE' && { challenge }),
      tokenEpoch,
      newPictures: [...(session.newPictures ?? []), pictureRequest],
      earlier: keepEarlier(session, pictureRequest.askedAt),
    }
    return accept({
      act: 'new-picture',
      next,
      review: { reviewer: username, verdict: 'new-picture', reason: words ?? reason, code: `${of}:${reason}` },
      event: { type: 'status', status: next.status, action: 'NEW_PICTURE' },
      value: (undoUntil?: Date) => ({ until, undoUntil }),
    })
  })
}
