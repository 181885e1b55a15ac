import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Tenant } from '../../kernel/ports/tenants.ts'
import type { CredentialIssuer, IssuerKey } from './credential-issuer.ts'
import type { IssuerOf } from './issued-credentials.ts'

/**
 * Gives a tenant a new key to sign credentials with, in both modes. Earlier keys stay published as long as their
 * signatures are valid.
 */
export async function rotateIssuerKey(
  { tenants, clock }: Pick<Ports, 'tenants' | 'clock'>,
  { tenant: id, actor }: { tenant: string; actor: string },
): Promise<Result<Tenant, 'NOT_FOUND'>> {
  const tenant = await tenants.load(id)
  if (!tenant) return refuse('NOT_FOUND')
  const generation = (tenant.settings.issuerKey?.generation ?? 0) + 1
  const changed: Tenant = { ...tenant, settings: { ...tenant.settings, issuerKey: { generation } } }
  await tenants.save(changed, { at: clock(), tenant: id, actor, action: 'issued.key.rotate', detail: { generation } })
  return accept(changed)
}

/** The keys of an issuer that are still needed: the newest, and those whose signatures are still valid. */
export async function publishedKeys(
  ports: Pick<Ports, 'issuedCredentials' | 'clock'> & { issuer: CredentialIssuer },
  issuer: IssuerOf,
  { settings }: Pick<Tenant, 'settings'>,
): Promise<IssuerKey[]> {
  const oldest = await ports.issuedCredentials.oldestKey(issuer, ports.clock())
  return ports.issuer.keys(issuer, settings.issuerKey?.generation, oldest)
}
