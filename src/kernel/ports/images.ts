import type { DocumentType } from '../../formats/document-words.ts'
import type { FaceTemplate } from '../../vision/face/face-template.ts'
import type { SentPicture } from '../../vision/picture/same-picture.ts'
import type { FeatureEvidence } from '../feature-types.ts'
import type { Session } from '../session/session.ts'
import type { Mode, Part } from '../session/session-words.ts'

export interface Images {
  /**
   * Stores the picture sealed under the session's key, durable when it returns, under a fresh object name. Nothing is
   * stored for a session that is gone; the write of its row will find that out.
   */
  put(sessionId: string, bytes: Uint8Array): Promise<string>
  /** Undefined when the object is gone. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /**
   * Why nothing in this store may be swept: it belongs to another installation, or may. Undefined if it belongs to this
   * one.
   */
  foreignReason(): Promise<string | undefined>
  /**
   * Orphaned objects older than `before`: all those of sessions that were erased here, and at most a small share of the
   * others.
   */
  orphans(before: Date, limit: number): Promise<(PictureObject & { ofErased: boolean })[]>
  /** Sets an object aside; it can still be read until it is removed. */
  moveAside(sessionId: string, object: string): Promise<void>
  /** Removes objects that were set aside before `before`, and says which; what a row refers to again is put back. */
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
 * What sessions can be recognised by: their pictures, to find one that is sent again, and, if the tenant's policy asks
 * for it, document numbers and faces of finished sessions.
 */
export interface Fingerprints {
  /**
   * Other sessions of the tenant and mode with the same document, or with a face that matches above this score. Nothing
   * is stored yet: the print is written with its session.
   */
  compare(
    fingerprint: SessionFingerprint,
    faceScore: number,
  ): Promise<{ duplicates: NonNullable<FeatureEvidence['duplicates']>; compared: ComparedFingerprint }>
  /** Pictures of this session that other sessions of its tenant and mode also have, identical or as copies. */
  findSentBefore(session: Pick<Session, 'id' | 'tenant' | 'mode'>): Promise<PictureSentBefore[]>
  /** Sessions of a tenant and mode that have this picture as that part, identical or as a copy. */
  findHolders(of: Pick<Session, 'tenant' | 'mode'>, part: Part, picture: SentPicture): Promise<string[]>
}

export interface SessionFingerprint {
  sessionId: string
  tenant: string
  mode: Mode
  document?: { country: string; type: DocumentType; number: string }
  face?: FaceTemplate
}

/** A print, and the last of the tenant's prints it was compared with: later ones have not been seen. */
export interface ComparedFingerprint extends SessionFingerprint {
  faceScore: number
  upTo: number
}
