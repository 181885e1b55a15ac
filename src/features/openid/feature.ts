import type { Feature } from '../../kernel/feature.ts'
import { pruneRecords } from './prune-records.ts'
import { signInPart } from './sign-in-part.ts'
import { sqlOpenIdClients, sqlOpenIdRecords, sqlOpenIdSignIns } from './storage.ts'

/** How often expired codes and tokens are removed. */
const PRUNE_MS = 60_000

/** An OpenID Provider: people sign in to services with a verified identity. */
export const openid: Feature = {
  name: 'openid',
  sessionPart: signInPart,
  storage: {
    open: (context, secrets) => ({
      openIdClients: sqlOpenIdClients(context),
      openIdRecords: sqlOpenIdRecords(context, secrets),
      openIdSignIns: sqlOpenIdSignIns(context),
    }),
    tables: ['openid_record', 'openid_sign_in'],
  },
  exportedFiles: [
    {
      name: 'sign-in.json',
      about: 'the service that you signed in to, and what it could read about you',
      read: (_, { signIn }) => signIn && { to: signIn.to, claims: signIn.claims },
    },
  ],
  commands: { openid: () => import('./commands/openid.ts') },
  async routes(context) {
    const { openIdRoutes } = await import('./routes.ts')
    return [{ plugin: openIdRoutes(context) }]
  },
  async consoleRoutes(context, auth) {
    const { clientRoutes } = await import('./console-routes.ts')
    return { admins: [clientRoutes(context, auth)] }
  },
  async jobs({ ports }) {
    return [
      {
        name: 'sign-in records',
        everyMs: PRUNE_MS,
        async run() {
          await pruneRecords(ports)
          return false
        },
      },
    ]
  },
}
