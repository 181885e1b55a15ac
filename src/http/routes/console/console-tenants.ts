import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeTenant } from '../../../actions/admin/change-tenant.ts'
import type { Tenant } from '../../../actions/ports/tenants.ts'
import { TenantChange, type TenantView } from '../../../contract/console/console-settings.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'

export const tenantParams = Type.Object({ tenant: Type.String({ minLength: 1, maxLength: 64 }) })

/** A tenant's name, retention, webhook address and the look of its hosted page. For admins. */
export const consoleTenantRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function tenants(app) {
    app.get('/tenants', async (): Promise<TenantView[]> => (await ports.tenants.all()).map(tenantView))

    const patch = { bodyLimit: 600_000, schema: { params: tenantParams, body: TenantChange } } // logo 200 kB, 15 languages
    app.patch('/tenants/:tenant', patch, async (request): Promise<TenantView> => {
      const { name, theme, webhookUrl, ...rest } = request.body
      const address = webhookUrl === undefined ? {} : { webhookUrl: webhookUrl || null } // an empty text takes it away
      const change = { name, theme, settings: { ...rest, ...address } }
      const changed = await changeTenant(ports, request.params.tenant, change, actorOf(request))
      if (changed.ok) return tenantView(changed.value)
      if (changed.refusal === 'NOT_FOUND') throw new BadCall('NOT_FOUND')
      throw new BadCall('BAD_REQUEST', changed.problem)
    })
  }

const tenantView = ({
  id,
  name,
  settings: { steps, retentionDays, selfieFiles = false, webhookUrl, themes, texts },
}: Tenant): TenantView => ({
  id,
  name,
  retentionDays,
  selfieFiles,
  ...(webhookUrl !== undefined && { webhookUrl }),
  steps,
  theme: themes?.default ?? {},
  texts: texts ?? {},
})
