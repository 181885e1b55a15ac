import type { Feature } from '../../kernel/feature.ts'
import { CredentialOfferResponse, IssuedCredentialsResponse } from './contract/issued.ts'
import { issuedCredentials } from './issued-credentials.ts'
import { settings } from './settings.ts'
import { pruneIssued, revokeErased, sqlIssuedCredentials } from './storage.ts'

/** Credentials that a tenant issues to approved people. */
export const issuance: Feature = {
  name: 'issuance',
  settings,
  storage: {
    open: (context) => ({ issuedCredentials: sqlIssuedCredentials(context) }),
    tables: ['credential_offer'],
    prune: pruneIssued,
    withdraw: revokeErased,
  },
  casePart: {
    open: async (ports, session) => ({ issued: await ports.issuedCredentials.ofSession(session.tenant, session.id) }),
    view: ({ issued }) => ({ issued: issued.length ? issuedCredentials(issued) : undefined }),
  },
  components: [CredentialOfferResponse, IssuedCredentialsResponse],
  exportedFiles: [
    {
      name: 'issued-credentials.json',
      about: 'credentials that you were given: when, until when they are valid, and whether they were revoked',
      read: ({ issuedCredentials: stored }, { tenant, id }) => stored.ofSession(tenant, id),
    },
  ],
  groupCommands: {
    tenants: async () => ({ 'rotate-issuer-key': (await import('./commands/rotate-key.ts')).rotateKey }),
  },
  async open({ config: { baseUrl }, storage }) {
    const { openIssuer } = await import('./issuer.ts')
    return { issuer: openIssuer({ secrets: storage.secrets, baseUrl }) }
  },
  async consoleRoutes(context, auth) {
    const routes = await import('./data-routes.ts')
    return { reviewers: [routes.revokeRoute(context, auth)] }
  },
  async routes(context) {
    const [{ issuerRoutes }, { issuedRoutes, offerRoute }] = await Promise.all([
      import('./issuer-routes.ts'),
      import('./data-routes.ts'),
    ])
    return [
      { plugin: issuerRoutes(context) },
      { prefix: '/api/v1/data', plugin: issuedRoutes(context) },
      { prefix: '/api/v1/enrolment', plugin: offerRoute(context) },
    ]
  },
}
