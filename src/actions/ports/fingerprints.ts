import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { FaceTemplate } from '../../domain/document/document.ts'
import type { DocumentType, Mode } from '../../domain/vocabulary.ts'

/** What finished sessions can be recognised by, kept only where the tenant's policy asks for it. */
export interface Fingerprints {
  /**
   * Other sessions of the tenant and mode with the same document, or with a face that matches with more than this score.
   * Nothing is kept yet: the print is written with the session that it is of.
   */
  compare(
    fingerprint: SessionFingerprint,
    faceScore: number,
  ): Promise<{ duplicates: Duplicates; compared: ComparedFingerprint }>
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
