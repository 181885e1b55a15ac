import { type RawBuilder, sql } from 'kysely'
import { marksOf, readQuery } from '../../src/kernel/review/search-words.ts'
import { hashMarks } from '../../src/kernel/session/tables/search-marks.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Timed } from '../evaluate/report/tables/storage.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions, inHaste } from './support/fill-sessions.ts'
import { giveReferences } from './support/give-references.ts'
import { type DatabasePlace, type Kind, onDatabases } from './support/on-databases.ts'
import { COMMON_NAME, NEXT_NAME, wordsOfSession } from './support/searchable-people.ts'
import { timed } from './support/timed.ts'

const REPEATS = 100
const BATCH = 2000

/** npm run bench -- search [--sessions=100000,1000000] [--only=sqlite|postgres]: finding sessions by reference, name and number over the keyed index. */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 100_000, measure)
  for (const table of tablesOf('search', figures)) console.log(renderTable(table))
  return [{ set: 'search', figures }]
}

async function measure(place: DatabasePlace): Promise<Timed[]> {
  await fillSessions(place)
  const marks = await index(place)
  console.log(`${place.kind}: ${marks} marks, ${(marks / place.sessions).toFixed(1)} a session`)
  return await timeQuestions(place)
}

/** Gives every session the search marks of its words. */
async function index({ storage: { secrets }, kind, filling }: DatabasePlace): Promise<number> {
  const rows = await filling.selectFrom('session').select(['id', 'tenant', 'mode']).orderBy('created_at').execute()
  await secrets.get('search') // read while the connection is free
  let written = 0
  await inHaste(filling, kind, async (db) => {
    for (let from = 0; from < rows.length; from += BATCH) {
      const marked: { mark: string; id: string }[] = []
      for (const [at, row] of rows.slice(from, from + BATCH).entries()) {
        const marks = await hashMarks(secrets, row, wordsOfSession(from + at).words.flatMap(marksOf))
        for (const mark of marks) marked.push({ mark, id: row.id })
      }
      await INSERT[kind](marked).execute(db)
      written += marked.length
      if (from % (BATCH * 40) === 0) console.log(`${kind}: ${from} of ${rows.length} sessions indexed`)
    }
  })
  return written
}

/** Many rows with one parameter. */
const INSERT: Record<Kind, (marked: readonly { mark: string; id: string }[]) => RawBuilder<unknown>> = {
  sqlite: (marked) => sql`insert into search_mark (mark, session_id)
    select json_extract(value, '$.mark'), json_extract(value, '$.id') from json_each(${JSON.stringify(marked)})`,
  postgres: (marked) => sql`insert into search_mark (mark, session_id)
    select mark, id from json_to_recordset(${JSON.stringify(marked)}::json) as row (mark text, id text)`,
}

async function timeQuestions({ storage, kind, sessions }: DatabasePlace): Promise<Timed[]> {
  const { sessionSearch } = storage
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
    const find = () => sessionSearch.find({ mode: 'live', words }, { limit: 50, countTo: 1000 })
    const { total, rows: found } = await find()
    await giveReferences(
      storage,
      found.map(({ id }) => id),
    )
    const taken = await timed(
      Array.from({ length: REPEATS }, () => 0),
      find,
    )
    rows.push({ database: kind, sessions, what: `${what}: ${total >= 1000 ? '1,000 or more' : total} found`, ...taken })
  }
  return rows
}
