import type { SentPicture } from '../../domain/picture/same-picture.ts'
import type { Session } from '../../domain/session.ts'
import type { Part } from '../../domain/vocabulary.ts'

/** Pictures as they were sent, written with their session: by them one is known that is sent again. */
export interface SentPictures {
  /** Pictures of this session that other sessions of its tenant and mode hold too, as they are or as copies. */
  findSentBefore(session: Pick<Session, 'id' | 'tenant' | 'mode'>): Promise<PictureSentBefore[]>
  /** Sessions of a tenant and mode that hold this picture as that part, as it is or as a copy. */
  findHolders(of: Pick<Session, 'tenant' | 'mode'>, part: Part, picture: SentPicture): Promise<string[]>
}

export interface PictureSentBefore {
  part: Part
  sessionId: string
}
