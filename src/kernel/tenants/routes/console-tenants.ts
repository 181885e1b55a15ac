import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers } from '../../http/responses.ts'
import type { Tenant } from '../../ports/tenants.ts'
import { NewTenant, TenantProblem } from '../contract/console-settings.ts'
import { presentTenant, type TenantView, tenantChangeSchema, tenantViewSchema } from '../contract/tenant-view.ts'
import { tenantSettings } from '../tenant-settings.ts'
import { changeTenant, checkTenantChange, createTenant } from '../tenants.ts'

/** The tenant that an address names. */
export async function loadTenant({ tenants }: HttpContext['ports'], id: string): Promise<Tenant> {
  const tenant = await tenants.load(id)
  if (!tenant) throw new BadCall('NOT_FOUND')
  return tenant
}

export const tenantParams = Type.Object({ tenant: Type.String({ minLength: 1, maxLength: 64 }) })

/** Tenants: created here, with flow, addresses, retention and the look of the hosted page. For admins. */
export const consoleTenantRoutes = (
  { ports, settings }: HttpContext,
  { actorOf }: ConsoleAuth,
): FastifyPluginAsyncTypebox =>
  async function tenants(app) {
    const known = tenantSettings()
    const view = tenantViewSchema(known)
    const change = tenantChangeSchema(known)
    const tenantView = (tenant: Tenant): TenantView => presentTenant(tenant, known)

    app.get(
      '/tenants',
      { schema: answers(Type.Array(view)) },
      async (): Promise<TenantView[]> => (await ports.tenants.all()).map(tenantView),
    )

    app.post('/tenants', { schema: { body: NewTenant, ...answers(view) } }, async (request): Promise<TenantView> => {
      const { retentionDays } = settings
      const created = await createTenant(ports, { ...request.body, retentionDays, actor: actorOf(request) })
      if (!created.ok) throw new BadCall('BAD_REQUEST', 'There is a tenant of this id already.')
      return tenantView(created.value)
    })

    /** Checked while somebody types: the same check that runs on save. */
    const check = {
      bodyLimit: 600_000,
      schema: { params: tenantParams, body: change, ...answers(TenantProblem) },
    }
    app.post('/tenants/:tenant/check', check, async (request): Promise<TenantProblem> => {
      const checked = await checkTenantChange(ports, request.params.tenant, changeOf(request.body))
      if (!checked.ok) throw new BadCall('NOT_FOUND')
      return checked.value === undefined ? {} : { problem: checked.value }
    })

    const patch = { bodyLimit: 600_000, schema: { params: tenantParams, body: change, ...answers(view) } } // logo 200 kB, 15 languages
    app.patch('/tenants/:tenant', patch, async (request): Promise<TenantView> => {
      const changed = await changeTenant(ports, request.params.tenant, changeOf(request.body), actorOf(request))
      if (changed.ok) return tenantView(changed.value)
      if (changed.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      throw new BadCall('BAD_REQUEST', changed.problem)
    })
  }

/** An empty text removes a setting. */
function changeOf({ name, theme, ...settings }: Static<ReturnType<typeof tenantChangeSchema>>) {
  const given = Object.entries(settings).map(([setting, value]) => [setting, value === '' ? null : value])
  return { name, theme, settings: Object.fromEntries(given) }
}
