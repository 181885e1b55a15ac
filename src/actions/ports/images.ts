import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { FaceTemplate } from '../../domain/document/document.ts'
import type { SentPicture } from '../../domain/picture/same-picture.ts'
import type { Session } from '../../domain/session.ts'
import type { DocumentType, Mode, Part } from '../../domain/vocabulary.ts'

export interface Images {
  /**
   * Stores the picture sealed under the session's key, durable when it returns, under a fresh object name. Of a session
   * that is gone nothing is stored; the write of its row will find that out.
   */
  put(sessionId: string, bytes: Uint8Array): Promise<string>
  /** Undefined when the object is gone. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** Why nothing in this store may be swept: it is another installation's, or may be. Undefined where it is this one's. */
  stranger(): Promise<string | undefined>
  /**
   * Objects that no row points at and that are older than `before`: those of sessions that were erased here, and of others a
   * small share of all at most.
   */
  orphans(before: Date, limit: number): Promise<(PictureObject & { ofErased: boolean })[]>
  /** Keeps an object apart from the others; it can still be read, until it is removed. */
  moveAside(sessionId: string, object: string): Promise<void>
  /** Removes what has lain aside since before `before`, and says which; what a row points at again is put back. */
  takeExpiredAside(before: Date, limit: number): Promise<PictureObject[]>
}

export interface PictureObject {
  sessionId: string
  object: string
}

export interface PictureSentBefore {
  part: Part
  sessionId: string
}

/**
 * What sessions can be recognised by: their pictures, by which one is known that is sent again, and, where the tenant's policy
 * asks for it, document numbers and faces of those that are finished.
 */
export interface Fingerprints {
  /**
   * Other sessions of the tenant and mode with the same document, or with a face that matches with more than this score.
   * Nothing is kept yet: the print is written with the session that it is of.
   */
  compare(
    fingerprint: SessionFingerprint,
    faceScore: number,
  ): Promise<{ duplicates: Duplicates; compared: ComparedFingerprint }>
  /** Pictures of this session that other sessions of its tenant and mode hold too, as they are or as copies. */
  findSentBefore(session: Pick<Session, 'id' | 'tenant' | 'mode'>): Promise<PictureSentBefore[]>
  /** Sessions of a tenant and mode that hold this picture as that part, as it is or as a copy. */
  findHolders(of: Pick<Session, 'tenant' | 'mode'>, part: Part, picture: SentPicture): Promise<string[]>
}

export interface SessionFingerprint {
  sessionId: string
  tenant: string
  mode: Mode
  document?: { country: string; type: DocumentType; number: string }
  face?: FaceTemplate
}

/** A print, and up to which of the tenant's prints it was compared: one that came later has not been seen. */
export interface ComparedFingerprint extends SessionFingerprint {
  faceScore: number
  upTo: number
}
