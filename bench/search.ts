import { sql } from 'kysely'
import { marksOf, readQuery } from '../src/domain/search-words.ts'
import { renderTable } from '../src/evaluate/measure/table.ts'
import { tablesOf } from '../src/evaluate/report/measured.ts'
import type { Timed } from '../src/evaluate/report/tables/storage.ts'
import { newKey } from '../src/storage/keys/keys.ts'
import type { Storage } from '../src/storage/open.ts'
import { hashMarks } from '../src/storage/sql/sessions/search-marks.ts'
import { sealRequest, wrapDataKey } from '../src/storage/sql/sessions/session-row.ts'
import { fill, timed } from './list.ts'
import type { Measurement } from './support/bench.ts'
import { type Kind, onDatabases } from './support/on-databases.ts'
import { COMMON_NAME, NEXT_NAME, wordsOfSession } from './support/searchable-people.ts'

const REPEATS = 20
const BATCH = 500

/** npm run bench -- search [--sessions=100000] [--only=sqlite|postgres]: finding sessions by reference, name and number over the keyed index. */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 100_000, measure)
  for (const table of tablesOf('search', figures)) console.log(renderTable(table))
  return [{ set: 'search', figures }]
}

async function measure(storage: Storage, kind: Kind, sessions: number): Promise<Timed[]> {
  await fill(storage, kind, sessions)
  const marks = await index(storage, kind)
  console.log(`${kind}: ${marks} marks, ${(marks / sessions).toFixed(1)} a session`)
  return await timeQuestions(storage, kind, sessions)
}

/** Gives every session a reference of its own, sealed, and the marks of its words. */
async function index({ database: { db }, secrets, keys }: Storage, kind: 'sqlite' | 'postgres'): Promise<number> {
  const rows = await db.selectFrom('session').select(['id', 'tenant', 'mode']).orderBy('created_at').execute()
  let written = 0
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = await Promise.all(
      rows.slice(from, from + BATCH).map(async (row, at) => {
        const { reference, words } = wordsOfSession(from + at)
        return { ...row, reference, marks: await hashMarks(secrets, row, words.flatMap(marksOf)) }
      }),
    )
    await db.transaction().execute(async (trx) => {
      for (const { id, reference, marks } of batch) {
        const dataKey = newKey()
        const { masterKeyId, wrapped } = wrapDataKey(keys, id, dataKey)
        const key = { master_key_id: masterKeyId, wrapped }
        await trx.updateTable('session_key').set(key).where('session_id', '=', id).execute()
        await sql`update session set sealed_request = ${sealRequest({ id, request: { externalId: reference } }, dataKey)},
          external_id_hash = ${id} where id = ${id}`.execute(trx)
        await trx
          .insertInto('search_mark')
          .values(marks.map((mark) => ({ mark, session_id: id })))
          .execute()
        written += marks.length
      }
    })
    if (from % (BATCH * 40) === 0) console.log(`${kind}: ${from} of ${rows.length} sessions indexed`)
  }
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db)
  return written
}

async function timeQuestions({ sessionSearch }: Storage, kind: string, sessions: number): Promise<Timed[]> {
  const somebody = wordsOfSession(Math.floor(sessions / 2))
  const [, number = ''] = somebody.words.filter((word) => /^L?\d/.test(word))
  const asked: Record<string, string> = {
    'a whole number': `"${number}"`,
    'the beginning of a number': number.slice(0, 6),
    'a whole reference': `"${somebody.reference}"`,
    'the beginning of a reference': somebody.reference.split(' ')[1]?.slice(0, 4) ?? '',
    'the most frequent name': COMMON_NAME,
    'three letters of it': COMMON_NAME.slice(0, 3),
    'three letters of two names': `${COMMON_NAME.slice(0, 3)} ${NEXT_NAME.slice(0, 3)}`,
    'a word that every session has': 'order',
    'a name that nobody has': 'QUXQUX',
  }
  const rows: Timed[] = []
  for (const [what, text] of Object.entries(asked)) {
    const words = readQuery(text)
    if (!words) throw new Error(`${text} cannot be looked for`)
    let found = 0
    const taken = await timed(
      Array.from({ length: REPEATS }, () => 0),
      async () => {
        found = (await sessionSearch.find({ mode: 'live', words }, { limit: 50, countTo: 1000 })).total
      },
    )
    rows.push({ database: kind, what: `${what}: ${found >= 1000 ? '1,000 or more' : found} found`, ...taken })
  }
  return rows
}
