import { type Compilable, type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { TenantScope } from '../ports/tenants.ts'
import type { Schema } from './schema.ts'

/**
 * A query whose text is built once, for what every request needs: building the text again costs more than running it.
 * `build` gets placeholders, each to be used once and in order; the returned function takes their values.
 */
export function compile<Row, const Names extends readonly string[]>(
  db: Kysely<Schema>,
  names: Names,
  build: (placeholders: { [Index in keyof Names]: string }) => Compilable<Row>,
): (...values: { [Index in keyof Names]: string }) => Promise<Row | undefined> {
  const placeholders = names.map((name) => `:${name}`)
  const query = build(placeholders as { [Index in keyof Names]: string }).compile()
  const order = query.parameters.map((parameter) => placeholders.indexOf(String(parameter)))
  if (order.includes(-1)) throw new Error(`a parameter of ${query.sql} is not one of ${names.join(', ')}`)
  return async (...values) => {
    const parameters = order.map((index) => values[index])
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}

/** Narrows a query to some tenants; to no rows if there are no tenants. */
export function narrowToTenants(
  eb: (column: 'tenant', operator: 'in', tenants: readonly string[]) => Expression<SqlBool>,
  tenants: TenantScope,
): Expression<SqlBool> {
  if (tenants === undefined) return sql<SqlBool>`1 = 1`
  return tenants.length ? eb('tenant', 'in', tenants) : sql<SqlBool>`1 = 0`
}

/** The same for rows that another index finds sooner: no index on tenants matches an expression. */
export const narrowWithoutIndex = (tenants: TenantScope): Expression<SqlBool> =>
  tenants?.length
    ? sql<SqlBool>`(tenant || '') in (${sql.join(tenants)})`
    : narrowToTenants(() => sql<SqlBool>`1 = 0`, tenants)
