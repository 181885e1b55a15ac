import { type Expression, type SqlBool, sql } from 'kysely'
import type { TenantScope } from '../../../actions/ports/tenants.ts'

/** Narrows a query to some tenants; to none of its rows where there are none. */
export function narrowToTenants(
  eb: (column: 'tenant', operator: 'in', tenants: readonly string[]) => Expression<SqlBool>,
  tenants: TenantScope,
): Expression<SqlBool> {
  if (tenants === undefined) return sql<SqlBool>`1 = 1`
  return tenants.length ? eb('tenant', 'in', tenants) : sql<SqlBool>`1 = 0`
}

/** The same for rows that an index on something else finds sooner: no index on tenants fits an expression. */
export const narrowWithoutIndex = (tenants: TenantScope): Expression<SqlBool> =>
  tenants?.length
    ? sql<SqlBool>`(tenant || '') in (${sql.join(tenants)})`
    : narrowToTenants(() => sql<SqlBool>`1 = 0`, tenants)
