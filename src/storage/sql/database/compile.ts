import type { Compilable, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A query whose text is made once, for what every request asks: building the text again costs more than running it.
 * `build` gets placeholders, each to be used once and in order; the function that comes back takes their values.
 */
export function compile<Row, const Names extends readonly string[]>(
  db: Kysely<Schema>,
  names: Names,
  build: (placeholders: { [Index in keyof Names]: string }) => Compilable<Row>,
): (...values: { [Index in keyof Names]: string }) => Promise<Row | undefined> {
  const placeholders = names.map((name) => `:${name}`)
  const query = build(placeholders as { [Index in keyof Names]: string }).compile()
  const order = query.parameters.map((parameter) => placeholders.indexOf(String(parameter)))
  if (order.includes(-1)) throw new Error(`a parameter of ${query.sql} is none of ${names.join(', ')}`)
  return async (...values) => {
    const parameters = order.map((index) => values[index])
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}
