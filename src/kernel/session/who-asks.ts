import type { Tenant } from '../ports/tenants.ts'
import type { Theme } from './contract/enrolment-state.ts'

/** How the tenant's pages look, with its name as people know it; without a name if nobody has set one. */
export function themeOf({ name, settings }: Pick<Tenant, 'name' | 'settings'>, theme = 'default'): Theme {
  return { ...(name !== 'Default' && { name }), ...settings.themes?.[theme] }
}

/** Where people end up whose integrator names no page of its own; it still shows who asked. */
export function finishedUrl(baseUrl: string, tenant: string, theme: string | undefined): string {
  const address = new URL('/web-enrolment/finished', baseUrl)
  address.searchParams.set('tenant', tenant)
  if (theme !== undefined) address.searchParams.set('theme', theme)
  return address.href
}
