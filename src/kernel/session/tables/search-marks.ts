import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Secrets } from '../../ports/installation.ts'
import { marksOf, searchWords } from '../../review/search-words.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Session } from '../session.ts'

type Owner = Pick<Session, 'tenant' | 'mode'>

/** 66 bits in 11 characters: two marks collide by chance once in 10^19. */
const LENGTH = 11

/** Keyed, so that the table reveals nothing about anybody; bound to tenant and mode, so that others cannot match. */
export async function hashMarks(
  secrets: Secrets,
  { tenant, mode }: Owner,
  marks: readonly string[],
): Promise<string[]> {
  const secret = await secrets.get('search')
  const hash = (mark: string) =>
    createHmac('sha256', secret).update([tenant, mode, mark].join('\0')).digest('base64url').slice(0, LENGTH)
  return [...new Set(marks.map(hash))]
}

/** All marks of a session, ready to be stored. */
export const markSession = (secrets: Secrets, session: Session): Promise<string[]> =>
  hashMarks(secrets, session, searchWords(session).flatMap(marksOf))

/** Replaces the stored marks with these, unless they are the same. */
export async function replaceMarks(trx: Kysely<Schema>, sessionId: string, marks: readonly string[]): Promise<void> {
  const rows = await trx.selectFrom('search_mark').select('mark').where('session_id', '=', sessionId).execute()
  const before = new Set(rows.map(({ mark }) => mark))
  if (before.size === marks.length && marks.every((mark) => before.has(mark))) return
  await trx.deleteFrom('search_mark').where('session_id', '=', sessionId).execute()
  if (!marks.length) return
  await trx
    .insertInto('search_mark')
    .values(marks.map((mark) => ({ mark, session_id: sessionId })))
    .execute()
}
