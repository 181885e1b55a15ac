import { createHmac } from 'node:crypto'
import { setImmediate as takeTurns } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openJson, sealJson } from '../../../platform/keys/seal.ts'
import {
  arePicturesSame,
  hashBandsOf,
  MIN_EQUAL_BANDS,
  type SentPicture,
} from '../../../vision/picture/same-picture.ts'
import type { Fingerprints, PictureSentBefore } from '../../ports/images.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { SessionEffects } from '../../ports/sessions.ts'
import { ChangedRow } from '../../rights/signed-rows.ts'
import type { Context } from '../../storage/context.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Session } from '../session.ts'
import type { Part } from '../session-words.ts'
import { countFingerprints } from './fingerprint-sets.ts'
import { openDataKey } from './session-row.ts'

/**
 * How many of the pictures with the most equal bands are compared, at 3 CPU-ms each. Copies share more bands than
 * pictures that only look similar: see models/same-photograph.md.
 */
const MOST_COMPARED = 50

export function sqlSentPictures(
  { db, keys, signed }: Pick<Context, 'db' | 'keys' | 'signed'>,
  secrets: Secrets,
): Omit<Fingerprints, 'compare'> {
  /** Of one session. */
  async function picturesOf(sessionId: string): Promise<{ part: Part; picture: SentPicture }[]> {
    const rows = await db
      .selectFrom('sent_picture')
      .innerJoin('session_key', 'session_key.session_id', 'sent_picture.session_id')
      .select(['sent_picture.part', 'sent_picture.sealed', 'session_key.master_key_id', 'session_key.wrapped'])
      .where('sent_picture.session_id', '=', sessionId)
      .orderBy('sent_picture.part')
      .execute()
    return rows.map((row) => ({
      part: row.part,
      picture: openPicture(openDataKey(keys, sessionId, row), sessionId, row.part, row.sealed),
    }))
  }

  /** Other pictures with enough equal bands, those with most of them first. */
  async function* picturesLike(
    owner: Pick<Session, 'tenant' | 'mode'> & { id?: string },
    part: Part,
    { hash }: SentPicture,
  ) {
    const bandHashes = await hashBands(secrets, owner, part, hash)
    const rows = await db
      .with('alike', (with_) =>
        with_
          .selectFrom('picture_band')
          .select(['session_id', (eb) => eb.fn.countAll<number>().as('bands')])
          .where('band_hash', 'in', bandHashes)
          .where('session_id', '<>', owner.id ?? '')
          .groupBy('session_id')
          .having((eb) => eb.fn.countAll(), '>=', MIN_EQUAL_BANDS),
      )
      .with('nearest', (with_) =>
        with_
          .selectFrom('alike')
          // Bands without a picture, which somebody else wrote, take no picture's place.
          .innerJoin('sent_picture', (join) =>
            join.onRef('sent_picture.session_id', '=', 'alike.session_id').on('sent_picture.part', '=', part),
          )
          .select(['alike.session_id', 'alike.bands', 'sent_picture.sealed'])
          .orderBy('alike.bands', 'desc')
          .orderBy('alike.session_id')
          .limit(MOST_COMPARED),
      )
      .selectFrom('nearest')
      .innerJoin('session', 'session.id', 'nearest.session_id')
      .innerJoin('session_key', 'session_key.session_id', 'nearest.session_id')
      .select(['nearest.session_id', 'nearest.sealed', 'session_key.master_key_id', 'session_key.wrapped'])
      .where('session.erased_at', 'is', null)
      .orderBy('nearest.bands', 'desc')
      .orderBy('nearest.session_id')
      .execute()
    for (const row of rows) {
      const { session_id: sessionId } = row
      yield { sessionId, picture: openPicture(openDataKey(keys, sessionId, row), sessionId, part, row.sealed) }
    }
  }

  return {
    async findSentBefore(session) {
      const { isWhole } = await countFingerprints(db, signed, session.tenant, 'picture')
      if (!isWhole) throw new ChangedRow(`fingerprint_set:${session.tenant}:picture`)
      const found: PictureSentBefore[] = []
      for (const { part, picture } of await picturesOf(session.id)) {
        for await (const other of picturesLike(session, part, picture)) {
          if (arePicturesSame(picture, other.picture)) found.push({ part, sessionId: other.sessionId })
          // Between comparisons other requests get their turn.
          await takeTurns()
        }
      }
      return found
    },
    async findHolders(of, part, picture) {
      const found: string[] = []
      for await (const other of picturesLike(of, part, picture)) {
        if (arePicturesSame(picture, other.picture)) found.push(other.sessionId)
        await takeTurns()
      }
      return found
    },
  }
}

type Owner = Pick<Session, 'id' | 'tenant' | 'mode'>

/** One picture to write into the tables; without it, one that is replaced or gone. */
interface MarkedPicture {
  part: Part
  kept?: { picture: SentPicture; bandHashes: string[] }
}

/** Only a picture that can ever be found is stored: without a face nothing is reported about it. */
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

/** Hexadecimal digits kept of a keyed band: two different ones collide by chance once in 10^19. */
const DIGITS = 16

/**
 * Keyed, so that the table reveals nothing about a picture; bound to tenant, mode and part, so that others cannot
 * match.
 */
async function hashBands(
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
  { id: sessionId, tenant }: Owner,
  pictures: readonly MarkedPicture[],
): Promise<void> {
  for (const { part, kept } of pictures) {
    for (const table of ['picture_band', 'sent_picture'] as const) {
      await trx.deleteFrom(table).where('session_id', '=', sessionId).where('part', '=', part).execute()
    }
    if (!kept) continue
    const sealed = sealPicture(dataKey, sessionId, part, kept.picture)
    await trx.insertInto('sent_picture').values({ session_id: sessionId, tenant, part, sealed }).execute()
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

function openPicture(dataKey: Uint8Array, sessionId: string, part: Part, sealed: string): SentPicture {
  const { hash, photograph } = openJson<Omit<SentPicture, 'hash'> & { hash: string }>(
    dataKey,
    pictureContext(sessionId, part),
    sealed,
  )
  return { hash: Uint8Array.from(Buffer.from(hash, 'base64')), ...(photograph && { photograph }) }
}

const pictureContext = (sessionId: string, part: Part) => `sent-picture:${sessionId}:${part}`
