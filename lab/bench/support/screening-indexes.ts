import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { tidyEntry } from '../../../src/features/screening/domain/list-entry.ts'
import { findCandidates, MOST_CANDIDATES } from '../../../src/features/screening/match/find-candidates.ts'
import { keysOfEntry } from '../../../src/features/screening/match/name-index.ts'
import type { PreparedPerson } from '../../../src/features/screening/match/score.ts'
import { memorySource } from '../../../src/features/screening/open-screening.ts'
import { startPostgres } from '../../../test/support/postgres.ts'
import { drawList, REPORTED } from '../../screening/drawn-list.ts'

/** A way to find candidates, compared with the product's. */
interface WeighedIndex {
  /** The numbers of at most this many entries. */
  find(person: PreparedPerson): Promise<number[]>
  close(): Promise<void>
}

const BATCH = 5_000

/** Each key of an entry is a word of a document, ranked with BM25. */
async function fts5(size: number): Promise<WeighedIndex> {
  const db = new DatabaseSync(':memory:')
  db.exec("create virtual table entry using fts5(keys, content='')")
  const insert = db.prepare('insert into entry (rowid, keys) values (?, ?)')
  db.exec('begin')
  for (const { number, keys } of entries(size)) insert.run(number + 1, keys.map(word).join(' '))
  db.exec('commit')
  const ask = db.prepare('select rowid from entry where entry match ? order by rank limit ?')
  return {
    find: async (person) =>
      ask.all([...keysOfPerson(person)].map(word).join(' OR '), MOST_CANDIDATES).map(({ rowid }) => Number(rowid) - 1),
    close: async () => db.close(),
  }
}

/** A row for each key of an entry, in PostgreSQL; entries with the most keys in common come first. */
async function rows(size: number): Promise<WeighedIndex> {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: await server.createDatabase() })
  await client.connect()
  await client.query('create table posting (key bigint not null, number integer not null)')
  let [keys, numbers]: number[][] = [[], []]
  const flush = async () => {
    await client.query('insert into posting select * from unnest($1::bigint[], $2::integer[])', [keys, numbers])
    ;[keys, numbers] = [[], []]
  }
  for (const entry of entries(size)) {
    for (const key of entry.keys) {
      keys?.push(key)
      numbers?.push(entry.number)
    }
    if (entry.number % BATCH === BATCH - 1) await flush()
  }
  await flush()
  await client.query('create index posting_key on posting (key, number)')
  await client.query('analyze posting')
  return {
    async find(person) {
      const { rows: found } = await client.query<{ number: number }>(
        'select number from posting where key = any($1::bigint[]) group by number order by count(*) desc limit $2',
        [[...keysOfPerson(person)], MOST_CANDIDATES],
      )
      return found.map(({ number }) => number)
    },
    async close() {
      await client.end()
      await server.stop()
    },
  }
}

/** The product's own postings, held in memory. */
async function memory(size: number): Promise<WeighedIndex> {
  const all = [...drawList(size, REPORTED)].flatMap(({ entry }) => tidyEntry(entry) ?? [])
  const source = memorySource(all.map((entry) => ({ entry, hash: '' })))
  return { find: async (person) => (await findCandidates(person, source)).numbers, close: async () => {} }
}

export const WEIGHED: Record<string, (size: number) => Promise<WeighedIndex>> = {
  'SQLite FTS5, in memory': fts5,
  'PostgreSQL, a row a key': rows,
  'packed postings, in memory': memory,
}

const word = (key: number): string => `k${key}`

function* entries(size: number): Generator<{ number: number; keys: number[] }> {
  let number = 0
  for (const { entry } of drawList(size, REPORTED)) {
    const tidy = tidyEntry(entry)
    if (tidy) yield { number, keys: [...keysOfEntry(tidy)] }
    number += 1
  }
}

const keysOfPerson = ({ person: { names, births, identifiers, countries } }: PreparedPerson): Set<number> =>
  keysOfEntry({ id: '', names: names.map((text) => ({ text })), births, identifiers, countries, topics: [] })
