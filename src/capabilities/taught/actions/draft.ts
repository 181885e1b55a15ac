import type { AuditEntry } from '../../../actions/ports/audit.ts'
import type { Ports } from '../../../actions/ports/ports.ts'
import type { AuditAction } from '../../../domain/audit-actions.ts'
import type { DocumentModel } from '../../../domain/document/model.ts'
import type { ModelSigner, NewDraft } from '../ports/document-models.ts'

/** A model as a draft, with what it can. */
export const draftOf = (model: NewDraft['model'], taughtBy: string, signer?: ModelSigner): NewDraft => ({
  model,
  taughtBy,
  pictures: model.content.pictures,
  fields: model.content.fields.map(({ name }) => name),
  zones: model.content.zones.map(({ name }) => name),
  ...(signer && { signer }),
})

type DraftDescription = Pick<DocumentModel, 'id' | 'country' | 'type' | 'side' | 'name'> & { version?: number }

/** What the audit log says of a model: it belongs to no tenant. */
export function entryOf(
  { clock }: Pick<Ports, 'clock'>,
  actor: string,
  action: AuditAction,
  { id, version, country, type, side, name }: DraftDescription,
): AuditEntry {
  const detail = { document: id, ...(version !== undefined && { version }), country, type, side, name }
  return { at: clock(), tenant: '*', actor, action, detail }
}
