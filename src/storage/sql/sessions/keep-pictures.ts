import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Secrets } from '../../../actions/ports/installation.ts'
import type { SessionEffects } from '../../../actions/ports/sessions.ts'
import { hashBandsOf, type SentPicture } from '../../../domain/picture/same-picture.ts'
import type { Session } from '../../../domain/session.ts'
import type { Part } from '../../../domain/vocabulary.ts'
import { openJson, sealJson } from '../../keys/seal.ts'
import type { Schema } from '../database/schema.ts'

type Owner = Pick<Session, 'id' | 'tenant' | 'mode'>

/** One picture on its way into the tables; without it, one that is replaced or gone. */
interface MarkedPicture {
  part: Part
  kept?: { picture: SentPicture; bandHashes: string[] }
}

/** Only a picture that can ever be found is kept: without a face nothing is said of it. */
export async function markPictures(
  secrets: Secrets,
  owner: Owner,
  pictures: NonNullable<SessionEffects['pictures']>,
): Promise<MarkedPicture[]> {
  const entries = Object.entries(pictures) as [Part, SentPicture | null][]
  return Promise.all(
    entries.map(async ([part, picture]) => {
      if (!picture?.photograph || !picture.hash.length) return { part }
      return { part, kept: { picture, bandHashes: await hashBands(secrets, owner, part, picture.hash) } }
    }),
  )
}

/** Hexadecimal digits kept of a keyed band: two that differ meet by chance once in 10^19. */
const DIGITS = 16

/** Keyed, so that the table tells nothing of a picture; bound to tenant, mode and part, so that no others can meet. */
export async function hashBands(
  secrets: Secrets,
  { tenant, mode }: Pick<Owner, 'tenant' | 'mode'>,
  part: Part,
  hash: Uint8Array,
): Promise<string[]> {
  const secret = await secrets.get('sent-pictures')
  return Array.from(hashBandsOf(hash), (bits, band) =>
    createHmac('sha256', secret).update([tenant, mode, part, band, bits].join('\0')).digest('hex').slice(0, DIGITS),
  )
}

export async function insertPictures(
  trx: Kysely<Schema>,
  dataKey: Uint8Array,
  sessionId: string,
  pictures: readonly MarkedPicture[],
): Promise<void> {
  for (const { part, kept } of pictures) {
    for (const table of ['picture_band', 'sent_picture'] as const) {
      await trx.deleteFrom(table).where('session_id', '=', sessionId).where('part', '=', part).execute()
    }
    if (!kept) continue
    const sealed = sealPicture(dataKey, sessionId, part, kept.picture)
    await trx.insertInto('sent_picture').values({ session_id: sessionId, part, sealed }).execute()
    const bands = kept.bandHashes.map((band_hash) => ({ band_hash, session_id: sessionId, part }))
    await trx.insertInto('picture_band').values(bands).execute()
  }
}

function sealPicture(dataKey: Uint8Array, sessionId: string, part: Part, { hash, photograph }: SentPicture): string {
  return sealJson(dataKey, pictureContext(sessionId, part), {
    hash: Buffer.from(hash).toString('base64'),
    photograph,
  })
}

export function openPicture(dataKey: Uint8Array, sessionId: string, part: Part, sealed: string): SentPicture {
  const { hash, photograph } = openJson<Omit<SentPicture, 'hash'> & { hash: string }>(
    dataKey,
    pictureContext(sessionId, part),
    sealed,
  )
  return { hash: Uint8Array.from(Buffer.from(hash, 'base64')), ...(photograph && { photograph }) }
}

const pictureContext = (sessionId: string, part: Part) => `sent-picture:${sessionId}:${part}`
