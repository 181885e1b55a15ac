import { setImmediate as takeTurns } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PictureSentBefore, SentPictures } from '../../../actions/ports/images.ts'
import type { Secrets } from '../../../actions/ports/installation.ts'
import { arePicturesSame, MIN_EQUAL_BANDS, type SentPicture } from '../../../domain/picture/same-picture.ts'
import type { Session } from '../../../domain/session.ts'
import type { Part } from '../../../domain/vocabulary.ts'
import type { Context } from '../database/context.ts'
import { hashBands, openPicture } from './keep-pictures.ts'
import { openDataKey } from './session-row.ts'

/**
 * How many of the pictures with the most equal bands are compared, at 3 CPU-ms each. Copies share more bands than what
 * only looks alike: see models/same-photograph.md.
 */
const MOST_COMPARED = 50

export function sqlSentPictures({ db, keys }: Context, secrets: Secrets): SentPictures {
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
          .having((eb) => eb.fn.countAll(), '>=', MIN_EQUAL_BANDS)
          .orderBy(sql`count(*) desc`)
          .orderBy('session_id')
          .limit(MOST_COMPARED),
      )
      .selectFrom('alike')
      .innerJoin('session', 'session.id', 'alike.session_id')
      .innerJoin('session_key', 'session_key.session_id', 'alike.session_id')
      .innerJoin('sent_picture', (join) =>
        join.onRef('sent_picture.session_id', '=', 'alike.session_id').on('sent_picture.part', '=', part),
      )
      .select(['alike.session_id', 'sent_picture.sealed', 'session_key.master_key_id', 'session_key.wrapped'])
      .where('session.erased_at', 'is', null)
      .orderBy('alike.bands', 'desc')
      .orderBy('alike.session_id')
      .execute()
    for (const row of rows) {
      const { session_id: sessionId } = row
      yield { sessionId, picture: openPicture(openDataKey(keys, sessionId, row), sessionId, part, row.sealed) }
    }
  }

  return {
    async findSentBefore(session) {
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
