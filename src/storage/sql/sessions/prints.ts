import { createHmac } from 'node:crypto'
import type { Prints, SessionPrint } from '../../../actions/ports/prints.ts'
import type { Secrets } from '../../../actions/ports/secrets.ts'
import type { FaceTemplate } from '../../../domain/document/document.ts'
import { matchTemplates } from '../../../domain/face/face-match.ts'
import { openJson, sealJson } from '../../keys/seal.ts'
import type { Context } from '../database/context.ts'
import { openDataKey } from './session-row.ts'

/** Faces opened at once: between batches other requests get their turn. */
const BATCH = 200

/** Document numbers as keyed hashes, faces sealed under their session's key: both are gone with the session. */
export function sqlPrints({ db, keys }: Context, secrets: Secrets): Prints {
  async function hashOf({ tenant, document }: SessionPrint): Promise<string | null> {
    if (!document) return null
    const { country, type, number } = document
    const secret = await secrets.get('prints')
    return createHmac('sha256', secret).update([tenant, country, type, number].join('\0')).digest('hex')
  }

  async function alikeFaces({ tenant, sessionId }: SessionPrint, face: FaceTemplate, score: number): Promise<string[]> {
    const alike: string[] = []
    let after = ''
    for (;;) {
      const rows = await db
        .selectFrom('print')
        .innerJoin('session_key', 'session_key.session_id', 'print.session_id')
        .innerJoin('session', 'session.id', 'print.session_id')
        .select(['print.session_id', 'print.sealed_face', 'session_key.master_key_id', 'session_key.wrapped'])
        .where('print.tenant', '=', tenant)
        .where('print.face_model', '=', face.model)
        .where('print.session_id', '>', after)
        .where('print.session_id', '<>', sessionId)
        .where('session.erased_at', 'is', null)
        .orderBy('print.session_id')
        .limit(BATCH)
        .execute()
      for (const row of rows) {
        const key = openDataKey(keys, row.session_id, row)
        const values = openJson<number[]>(key, faceContext(row.session_id), row.sealed_face ?? '')
        if (matchTemplates({ ...face, values }, face).score > score) alike.push(row.session_id)
      }
      after = rows.at(-1)?.session_id ?? ''
      if (rows.length < BATCH) return alike
    }
  }

  return {
    async keep(print) {
      const { sessionId, tenant, face } = print
      const row = await db
        .selectFrom('session_key')
        .select(['master_key_id', 'wrapped'])
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      if (!row) return
      const values = {
        document_hash: await hashOf(print),
        face_model: face?.model ?? null,
        sealed_face: face
          ? sealJson(openDataKey(keys, sessionId, row), faceContext(sessionId), face.values.map(rounded))
          : null,
      }
      await db
        .insertInto('print')
        .values({ session_id: sessionId, tenant, ...values })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
        .execute()
    },

    async alike(print, faceScore) {
      const hash = await hashOf(print)
      const documents = hash
        ? await db
            .selectFrom('print')
            .innerJoin('session', 'session.id', 'print.session_id')
            .select('print.session_id')
            .where('print.tenant', '=', print.tenant)
            .where('print.document_hash', '=', hash)
            .where('print.session_id', '<>', print.sessionId)
            .where('session.erased_at', 'is', null)
            .orderBy('print.session_id')
            .execute()
        : []
      return {
        documentNumber: documents.map(({ session_id }) => session_id),
        face: print.face ? await alikeFaces(print, print.face, faceScore) : [],
      }
    },
  }
}

const faceContext = (sessionId: string) => `print:${sessionId}:face`

/** Four decimals move a cosine by less than 0.001, and are read four times as fast. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
