import type { AuditAction } from '../../../kernel/audit/audit-actions.ts'
import { commonEntry } from '../../../kernel/audit/audit-entries.ts'
import type { AuditEntry } from '../../../kernel/ports/audit.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { DocumentModel } from '../../../vision/taught/model.ts'
import type { ModelSigner, NewDraft } from '../ports/document-models.ts'

type Needs = Pick<Ports, 'documentModels' | 'clock'>

interface WhichVersion {
  id: string
  version: number
}

/** Publishes a draft, on every node within seconds. False if it no longer exists. */
export const publishDocument = (ports: Needs, draft: WhichVersion, actor: string): Promise<boolean> =>
  changeDraft(ports, draft, actor, 'document.publish', (entry) =>
    ports.documentModels.publish(draft.id, draft.version, entry),
  )

/** Deletes a draft. False if it no longer exists. */
export const deleteDraft = (ports: Needs, draft: WhichVersion, actor: string): Promise<boolean> =>
  changeDraft(ports, draft, actor, 'document.delete', (entry) =>
    ports.documentModels.removeDraft(draft.id, draft.version, entry),
  )

/** Takes a model out of use, or puts the last used version back. False if there is nothing to change. */
export async function switchDocument(ports: Needs, id: string, to: 'on' | 'off', actor: string): Promise<boolean> {
  const versions = (await ports.documentModels.list()).filter((each) => each.id === id && each.status !== 'draft')
  const last = versions.find(({ status }) => status === 'published') ?? versions[0]
  return last ? ports.documentModels.switch(id, to, entryOf(ports, actor, `document.${to}`, last)) : false
}

async function changeDraft(
  ports: Needs,
  { id, version }: WhichVersion,
  actor: string,
  action: AuditAction,
  change: (entry: AuditEntry) => Promise<boolean>,
): Promise<boolean> {
  const found = (await ports.documentModels.list()).find((each) => each.id === id && each.version === version)
  return found ? change(entryOf(ports, actor, action, found)) : false
}

/** A model as a draft, with a summary of its contents. */
export const draftOf = (model: NewDraft['model'], taughtBy: string, signer?: ModelSigner): NewDraft => ({
  model,
  taughtBy,
  pictures: model.content.pictures,
  fields: model.content.fields.map(({ name }) => name),
  zones: model.content.zones.map(({ name }) => name),
  ...(signer && { signer }),
})

type DraftDescription = Pick<DocumentModel, 'id' | 'country' | 'type' | 'side' | 'name'> & { version?: number }

/** The audit entry about a model, which belongs to no tenant. */
export function entryOf(
  ports: Pick<Ports, 'clock'>,
  actor: string,
  action: AuditAction,
  { id, version, country, type, side, name }: DraftDescription,
): AuditEntry {
  const detail = { document: id, ...(version !== undefined && { version }), country, type, side, name }
  return commonEntry(ports, actor, action, detail)
}
