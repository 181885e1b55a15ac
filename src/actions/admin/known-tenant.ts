import type { Ports } from '../ports/ports.ts'

export interface NoSuchTenant {
  ok: false
  refusal: 'NO_SUCH_TENANT'
  tenant: string
}

/** A refusal that names the first of these that is no tenant; undefined when all are. */
export async function refuseStrangers(
  { tenants }: Pick<Ports, 'tenants'>,
  ids: readonly string[],
): Promise<NoSuchTenant | undefined> {
  for (const tenant of ids) {
    if (!(await tenants.load(tenant))) return { ok: false, refusal: 'NO_SUCH_TENANT', tenant }
  }
  return undefined
}
