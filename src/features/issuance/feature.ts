import type { Feature } from '../../kernel/feature.ts'

/** Credentials that a tenant issues to approved people. */
export const issuance: Feature = {
  name: 'issuance',
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
