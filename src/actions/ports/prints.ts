import type { Duplicates } from '../../domain/decision/factors/factor.ts'
import type { FaceTemplate } from '../../domain/document/document.ts'
import type { DocumentType } from '../../domain/vocabulary.ts'

/** What finished sessions can be recognised by, kept only where the tenant's policy asks for it. */
export interface Prints {
  /** Replaces what was kept of the same session. */
  keep(print: SessionPrint): Promise<void>
  /** Other sessions of the tenant with the same document, or with a face that matches with more than this score. */
  alike(print: SessionPrint, faceScore: number): Promise<Duplicates>
}

export interface SessionPrint {
  sessionId: string
  tenant: string
  document?: { country: string; type: DocumentType; number: string }
  face?: FaceTemplate
}
