import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../../../storage/sql/database/context.ts'
import type { Schema } from '../../../storage/sql/database/schema.ts'

const texts = new Map<string, string>()

/** Inserts many rows of one form with one statement, whose text is made once: imports write millions. */
export async function insertMany(
  db: Kysely<Schema>,
  kind: Database['kind'],
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    const part = rows.slice(from, from + ROWS)
    await db.executeQuery(CompiledQuery.raw(textOf(kind, table, columns, part.length), part.flat()))
  }
}

/** Few enough for the parameters of either database with ten columns. */
const ROWS = 500

function textOf(kind: Database['kind'], table: string, columns: readonly string[], count: number): string {
  const key = [kind, table, count].join(' ')
  const there = texts.get(key)
  if (there) return there
  let parameter = 0
  const place = () => {
    parameter += 1
    return kind === 'sqlite' ? '?' : `$${parameter}`
  }
  const rows = Array.from({ length: count }, () => `(${columns.map(place).join(', ')})`)
  const text = `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')}`
  if (count === ROWS) texts.set(key, text)
  return text
}
