import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { readTenantSettings } from '../../../actions/admin/tenant-settings.ts'
import type { Tenant } from '../../../actions/ports/tenants.ts'
import { TenantChange, type TenantView } from '../../../contract/console/console-settings.ts'
import { PAGE_TEXTS, type PageText, type PageTexts } from '../../../contract/page-texts.ts'
import { LOCALES } from '../../../domain/vocabulary.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'

export const tenantParams = Type.Object({ tenant: Type.String({ minLength: 1, maxLength: 64 }) })

/** A tenant's name, retention, webhook address and the look of its hosted page. For admins. */
export const consoleTenantRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function tenants(app) {
    app.get('/tenants', async (): Promise<TenantView[]> => (await ports.tenants.all()).map(tenantView))

    const change = { bodyLimit: 600_000, schema: { params: tenantParams, body: TenantChange } } // logo 200 kB, 15 languages
    app.patch('/tenants/:tenant', change, async (request): Promise<TenantView> => {
      const tenant = await ports.tenants.load(request.params.tenant)
      if (!tenant) throw new BadCall('NOT_FOUND')
      const { name = tenant.name, theme, webhookUrl, ...rest } = request.body
      const { webhookUrl: before, ...settings } = tenant.settings
      const address = webhookUrl === undefined ? before : webhookUrl || undefined // an empty text takes it away
      const read = readTenantSettings(
        {
          ...settings,
          ...rest,
          ...(address !== undefined && { webhookUrl: address }),
          ...(theme && { themes: { ...settings.themes, default: theme } }),
        },
        settings.retentionDays,
      )
      if (!read.ok) throw new BadCall('BAD_REQUEST', read.refusal)
      const changed = { id: tenant.id, name, settings: read.value }
      await ports.tenants.save(changed)
      const worded = changedTexts(tenant.settings.texts, read.value.texts)
      const detail = { changed: Object.keys(request.body).join(', '), ...(worded && { texts: worded }) }
      const entry = { at: ports.clock(), tenant: tenant.id, actor: actorOf(request), detail }
      await ports.audit.record({ ...entry, action: 'tenant.change' })
      return tenantView(changed)
    })
  }

/** Which texts were worded anew or given back, as `en-US.start`: the words themselves are in the settings. */
function changedTexts(before: PageTexts = {}, after: PageTexts = {}): string {
  const names = LOCALES.flatMap((locale) =>
    Object.keys(PAGE_TEXTS)
      .filter((key) => before[locale]?.[key as PageText] !== after[locale]?.[key as PageText])
      .map((key) => `${locale}.${key}`),
  )
  return [...names.slice(0, 20), ...(names.length > 20 ? [`and ${names.length - 20} more`] : [])].join(', ')
}

const tenantView = ({
  id,
  name,
  settings: { steps, retentionDays, webhookUrl, themes, texts },
}: Tenant): TenantView => ({
  id,
  name,
  retentionDays,
  ...(webhookUrl !== undefined && { webhookUrl }),
  steps,
  theme: themes?.default ?? {},
  texts: texts ?? {},
})
