import { createHmac } from 'node:crypto'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { areComparable } from '../../../vision/face/template.ts'
import type { FaceSearch } from '../../ports/face-search.ts'
import type { Fingerprints, SessionFingerprint } from '../../ports/images.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { Context } from '../../storage/context.ts'
import { countFingerprints } from './fingerprint-sets.ts'
import { isSameFace, selectPrints } from './keep-fingerprint.ts'
import { sqlSentPictures } from './sent-pictures.ts'

/** Faces opened at once: between batches other requests get their turn. */
const BATCH = 200

/** Document numbers as keyed hashes, faces sealed under their session's key: both are gone with the session. */
export function sqlFingerprints(
  { db, keys, signed }: Pick<Context, 'db' | 'keys' | 'signed'>,
  secrets: Secrets,
  index: Pick<FaceSearch, 'find'>,
): Fingerprints {
  async function findSameDocument({ tenant, mode, sessionId }: SessionFingerprint, hash: string): Promise<string[]> {
    const rows = await db
      .selectFrom('print')
      .innerJoin('session', 'session.id', 'print.session_id')
      .select('print.session_id')
      .where('print.tenant', '=', tenant)
      .where('print.document_hash', '=', hash)
      .where('print.session_id', '<>', sessionId)
      .where('session.mode', '=', mode)
      .where('session.erased_at', 'is', null)
      .orderBy('print.session_id')
      .execute()
    return rows.map(({ session_id }) => session_id)
  }

  /** Faces of the tenant and mode with the keys that open them. */
  const sealedFaces = ({ tenant, mode }: SessionFingerprint) =>
    selectPrints(db).where('print.tenant', '=', tenant).where('session.mode', '=', mode).orderBy('print.session_id')

  async function findSameFace(
    fingerprint: SessionFingerprint,
    face: FaceTemplate,
    faceScore: number,
    models: string[],
  ): Promise<string[]> {
    if (!models.length) return []
    const found: string[] = []
    let after = ''
    for (;;) {
      const rows = await sealedFaces(fingerprint)
        .where('print.face_model', 'in', models)
        .where('print.session_id', '>', after)
        .where('print.session_id', '<>', fingerprint.sessionId)
        .limit(BATCH)
        .execute()
      found.push(...rows.filter((row) => isSameFace(keys, row, face, faceScore)).map(({ session_id }) => session_id))
      after = rows.at(-1)?.session_id ?? ''
      if (rows.length < BATCH) return found
    }
  }

  /** Those of these sessions whose face matches, compared exactly; an erased one is not among them. */
  async function findAmong(
    fingerprint: SessionFingerprint,
    face: FaceTemplate,
    faceScore: number,
    candidates: string[],
  ): Promise<string[]> {
    if (!candidates.length) return []
    const rows = await sealedFaces(fingerprint).where('print.session_id', 'in', candidates).execute()
    return rows.filter((row) => isSameFace(keys, row, face, faceScore)).map(({ session_id }) => session_id)
  }

  /** How many faces there are of each model; a model is one recogniser or several joined. */
  async function countModels({
    tenant,
    mode,
    sessionId,
  }: SessionFingerprint): Promise<{ model: string; faces: number }[]> {
    const rows = await db
      .selectFrom('print')
      .innerJoin('session', 'session.id', 'print.session_id')
      .select(['print.face_model as model', ({ fn }) => fn.countAll<number | string>().as('faces')])
      .where('print.tenant', '=', tenant)
      .where('print.sealed_face', 'is not', null)
      .where('print.session_id', '<>', sessionId)
      .where('session.mode', '=', mode)
      .where('session.erased_at', 'is', null)
      .groupBy('print.face_model')
      .execute()
    return rows.map(({ model, faces }) => ({ model: model ?? '', faces: Number(faces) }))
  }

  /** The faces that match, and how many were made by recognisers that this one has nothing in common with. */
  async function compareFaces(
    fingerprint: SessionFingerprint,
    face: FaceTemplate,
    faceScore: number,
    sameDocument: string[],
  ) {
    const indexed = await index.find(fingerprint, face, faceScore)
    if (indexed === 'loading')
      return {
        face: (await findAmong(fingerprint, face, faceScore, sameDocument)).toSorted(),
        facesUnsearched: true as const,
      }
    const counted = indexed?.others ?? (await countModels(fingerprint))
    const comparable = counted.filter(({ model }) => areComparable(model, face.model)).map(({ model }) => model)
    const uncompared = counted
      .filter(({ model }) => !comparable.includes(model))
      .reduce((sum, { faces }) => sum + faces, 0)
    // The index has the faces of the same recognisers; those of others are few, and compared one by one.
    const same = [
      ...(indexed ? await findAmong(fingerprint, face, faceScore, indexed.sessionIds) : []),
      ...(await findSameFace(fingerprint, face, faceScore, comparable)),
    ]
    return { face: same.toSorted(), ...(uncompared > 0 && { uncompared }) }
  }

  return {
    ...sqlSentPictures({ db, keys, signed }, secrets),
    async compare(fingerprint, faceScore) {
      // Read first: whatever comes during the search has a later number.
      const { last, isWhole } = await countFingerprints(db, signed, fingerprint.tenant, 'print')
      const hash = await hashDocument(secrets, fingerprint)
      const { face } = fingerprint
      const documentNumber = hash ? await findSameDocument(fingerprint, hash) : []
      const duplicates = {
        documentNumber,
        ...(!isWhole && { changed: true as const }),
        ...(face ? await compareFaces(fingerprint, face, faceScore, documentNumber) : { face: [] }),
      }
      return { duplicates, compared: { ...fingerprint, faceScore, upTo: last } }
    },
  }
}

export async function hashDocument(secrets: Secrets, { tenant, document }: SessionFingerprint): Promise<string | null> {
  if (!document) return null
  const { country, type, number } = document
  const secret = await secrets.get('prints')
  return createHmac('sha256', secret).update([tenant, country, type, number].join('\0')).digest('hex')
}
