import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { AuditEntry } from '../../../kernel/ports/audit.ts'
import type { Scope } from '../../../kernel/ports/tenants.ts'
import type { DocumentModel, ModelZoneName } from '../../../vision/taught/model.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeaturePorts {
    documentModels: DocumentModels
  }
}

/** Documents that this installation was taught, for every node. A model holds no data of any holder. */
export interface DocumentModels {
  /**
   * Every version of every model without its content: ordered by country, type, side and name, the newest version
   * first.
   */
  list(): Promise<ModelVersion[]>
  load(id: string, version: number): Promise<DocumentModel | undefined>
  /** The models in use. */
  published(): Promise<DocumentModel[]>
  /** Increases with every change of the models in use. It is one small row, so every node can read it often. */
  revision(): Promise<number>
  /** Keeps a draft as the next version of its model, in place of an earlier draft. Answers the version. */
  keepDraft(draft: NewDraft, audit: AuditEntry): Promise<number>
  /** Publishes a draft in place of the version in use. False if the draft no longer exists. */
  publish(id: string, version: number, audit: AuditEntry): Promise<boolean>
  /** Takes a model out of use, or puts the newest version that was in use back. False if there is nothing to do. */
  switch(id: string, to: 'on' | 'off', audit: AuditEntry): Promise<boolean>
  /** False if the draft no longer exists. */
  removeDraft(id: string, version: number, audit: AuditEntry): Promise<boolean>
  /** How many finished sessions showed each model, and how many of those were approved. */
  seenSince(day: Date, scope: Scope): Promise<{ model: string; seen: number; approved: number }[]>
  /** How many sessions showed a document of each country and type, taught or not. */
  shownSince(day: Date, scope: Scope): Promise<{ country: string; type: string; sessions: number }[]>
}

type ModelStatus = 'draft' | 'published' | 'off'

/** One version of a model, described without opening it. */
export interface ModelVersion extends Omit<DocumentModel, 'content'>, ModelOrigin {
  status: ModelStatus
  at: Date
}

export interface NewDraft extends ModelOrigin {
  model: Omit<DocumentModel, 'version'>
}

/** The origin and the contents of a model. */
interface ModelOrigin {
  /** The name of the teacher, as in the audit log. */
  taughtBy: string
  /** The number of pictures it was taught with. */
  pictures: number
  /** The fields that are read by position. */
  fields: VisualFieldName[]
  /** The other zones whose position it knows. */
  zones: ModelZoneName[]
  /** The installation that signed the file it was imported from. */
  signer?: ModelSigner
}

export interface ModelSigner {
  /** SHA-256 of the public key, hex. */
  fingerprint: string
  /** The signature over the model of the file, Base64. */
  signature: string
}
