import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { Scope } from '../../../actions/ports/tenants.ts'
import type { DocumentModel, ModelZoneName } from '../../../domain/document/model.ts'
import type { VisualFieldName } from '../../../domain/vocabulary.ts'

/** Documents that this installation was taught, for every node. A model holds nothing of any holder. */
export interface DocumentModels {
  /** Every version of every model without its content: by country, type, side and name, the newest version first. */
  list(): Promise<ModelVersion[]>
  load(id: string, version: number): Promise<DocumentModel | undefined>
  /** Those in use. */
  published(): Promise<DocumentModel[]>
  /** Grows with every change of what is in use: one small row, so that every node may ask often. */
  revision(): Promise<number>
  /** Keeps a draft as the next version of its model, in place of an earlier draft; answers the version. */
  keepDraft(draft: NewDraft, audit: AuditEntry): Promise<number>
  /** Puts a draft into use in place of what was. False when there is no such draft any more. */
  publish(id: string, version: number, audit: AuditEntry): Promise<boolean>
  /** Takes a model out of use, or puts its newest version that was in use back into it. False when there is nothing to do. */
  switch(id: string, to: 'on' | 'off', audit: AuditEntry): Promise<boolean>
  /** False when there is no such draft any more. */
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

/** Where a model comes from and what it can. */
interface ModelOrigin {
  /** As the audit log names them. */
  taughtBy: string
  /** Pictures it was taught with. */
  pictures: number
  /** What is read by place. */
  fields: VisualFieldName[]
  /** Where it knows something else to be. */
  zones: ModelZoneName[]
  /** Whose installation signed the file it was imported from. */
  signer?: ModelSigner
}

export interface ModelSigner {
  /** SHA-256 of the public key, hex. */
  fingerprint: string
  /** Over the file's model, Base64. */
  signature: string
}
