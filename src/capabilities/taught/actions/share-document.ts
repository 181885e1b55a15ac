import type { Ports } from '../../../actions/ports/ports.ts'
import { readEvidencePublicKey } from '../../../actions/results/evidence-format.ts'
import type { DocumentModel } from '../../../domain/document/model.ts'
import { accept, type Result, refuse } from '../../../domain/result.ts'
import type { ModelSigner } from '../ports/document-models.ts'
import { draftOf, entryOf } from './change-document.ts'
import { packModel, unpackModel } from './document-file.ts'

/** A model as one signed file, for other installations: what is in use, else the newest version of it. */
export async function exportDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets' | 'audit' | 'clock'>,
  id: string,
  actor: string,
): Promise<Result<{ model: DocumentModel; file: Uint8Array }, 'NOT_FOUND'>> {
  const versions = (await ports.documentModels.list()).filter((each) => each.id === id)
  const newest = versions.find(({ status }) => status === 'published') ?? versions[0]
  const model = newest && (await ports.documentModels.load(id, newest.version))
  if (!model) return refuse('NOT_FOUND')
  const file = await packModel(ports.secrets, model)
  await ports.audit.record(entryOf(ports, actor, 'document.export', model))
  return accept({ model, file })
}

export interface ReceivedDocument {
  model: DocumentModel
  signer: ModelSigner
  /** This installation's own key, one that a model came from before, or one that nobody here has seen. */
  signerIs: 'own' | 'known' | 'stranger'
}

export interface BadFile {
  ok: false
  refusal: 'BAD_FILE'
  /** What is wrong with it, in words. */
  problem: string
}

/** What a file holds and who signed it, for somebody to decide. Nothing is kept. */
export async function inspectDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets'>,
  file: Uint8Array,
): Promise<{ ok: true; value: ReceivedDocument } | BadFile> {
  const read = unpackModel(file)
  if (!read.ok) return { ok: false, refusal: 'BAD_FILE', problem: read.refusal }
  const { model, signer } = read.value
  const own = await readEvidencePublicKey(ports.secrets)
  const isKnown = async () =>
    (await ports.documentModels.list()).some((each) => each.signer?.fingerprint === signer.fingerprint)
  const signerIs = own.fingerprint === signer.fingerprint ? 'own' : (await isKnown()) ? 'known' : 'stranger'
  return accept({ model, signer, signerIs })
}

/** Keeps the model of a file as a draft: it is tried and published as any other. */
export async function importDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets' | 'clock'>,
  file: Uint8Array,
  actor: string,
): Promise<{ ok: true; value: ReceivedDocument & { version: number } } | BadFile> {
  const received = await inspectDocument(ports, file)
  if (!received.ok) return received
  const { signer } = received.value
  const { version: _, ...model } = received.value.model
  const entry = entryOf(ports, actor, 'document.import', model)
  const audit = { ...entry, detail: { ...entry.detail, signer: signer.fingerprint } }
  const version = await ports.documentModels.keepDraft(draftOf(model, actor, signer), audit)
  return accept({ ...received.value, version })
}
