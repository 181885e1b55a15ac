import type { Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import type { TenantScope } from '../ports/tenants.ts'
import type { Session } from '../session/session.ts'
import type { Mode, Status } from '../session/session-words.ts'

/**
 * Whose sessions a person sees: an admin all, a reviewer those of their tenants, or all when they are not restricted.
 */
export const tenantsOf = ({ role, tenants }: Pick<Reviewer, 'role' | 'tenants'>): TenantScope =>
  role === 'admin' ? undefined : tenants

/**
 * The session, unless it is unknown, erased, or of a tenant that this person does not see: the caller cannot tell
 * which.
 */
export async function findCase(
  { reviews }: Pick<Ports, 'reviews'>,
  person: Pick<Reviewer, 'role' | 'tenants'>,
  sessionId: string,
): Promise<{ tenant: string; mode: Mode; status: Status } | undefined> {
  const found = await reviews.find(sessionId)
  return found && (tenantsOf(person)?.includes(found.tenant) ?? true) ? found : undefined
}

/** The same with everything that is stored of it. */
export async function loadCase(
  ports: Pick<Ports, 'reviews' | 'sessions'>,
  person: Pick<Reviewer, 'role' | 'tenants'>,
  sessionId: string,
): Promise<Session | undefined> {
  const found = await findCase(ports, person, sessionId)
  return found && ports.sessions.load(found.tenant, sessionId)
}

export interface NoSuchTenant {
  ok: false
  refusal: 'NO_SUCH_TENANT'
  tenant: string
}

/** A refusal that names the first of these that is not a tenant; undefined when all are. */
export async function refuseUnknownTenants(
  { tenants }: Pick<Ports, 'tenants'>,
  ids: readonly string[],
): Promise<NoSuchTenant | undefined> {
  for (const tenant of ids) {
    if (!(await tenants.load(tenant))) return { ok: false, refusal: 'NO_SUCH_TENANT', tenant }
  }
  return undefined
}
