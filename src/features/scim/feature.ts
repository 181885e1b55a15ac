import type { Feature } from '../../kernel/feature.ts'
import { scimDirectory } from './directory.ts'
import { sqlScim } from './storage.ts'

/** Accounts and groups of the company's directory (SCIM 2.0). */
export const scim: Feature = {
  name: 'scim',
  storage: { open: (context) => ({ scim: sqlScim(context) }) },
  accountDirectory: scimDirectory,
  commands: { scim: () => import('./commands/scim.ts') },
  async routes(context) {
    // Whoever is sent here comes in through the provider: without one there is nothing to provision.
    if (!context.settings.oidcIssuer) return []
    const { scimRoutes } = await import('./routes.ts')
    return [{ plugin: scimRoutes(context), prefix: '/scim/v2' }]
  },
}
