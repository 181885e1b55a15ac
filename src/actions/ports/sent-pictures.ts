import type { Session } from '../../domain/session.ts'
import type { Part } from '../../domain/vocabulary.ts'

/** Pictures as they were sent, written with their session: by them one is known that is sent again. */
export interface SentPictures {
  /** Pictures of this session that other sessions of its tenant and mode hold too, as they are or as copies. */
  findSentBefore(session: Pick<Session, 'id' | 'tenant' | 'mode'>): Promise<PictureSentBefore[]>
}

export interface PictureSentBefore {
  part: Part
  sessionId: string
}
