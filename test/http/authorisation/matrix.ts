/** Who asks, seen from the session, tenant and mode that are asked about. */
export const ROLES = [
  'nobody',
  'token',
  'token of another session',
  'token of another tenant',
  'credential',
  'credential of the other mode',
  'credential of another tenant',
  'reviewer',
  'reviewer of another tenant',
  'admin',
  'reviewer by the API',
  'reviewer of another tenant by the API',
  'admin by the API',
  'operator',
] as const
export type Role = (typeof ROLES)[number]

/** `allowed`: not refused for who asks; 401, 403 and 404 as they are answered. */
export type Answer = 'allowed' | 401 | 403 | 404

const all = (roles: readonly Role[], answer: Answer) =>
  Object.fromEntries(roles.map((role) => [role, answer])) as Record<Role, Answer>
const TOKENS = ['token', 'token of another session', 'token of another tenant'] as const
const CREDENTIALS = ['credential', 'credential of the other mode', 'credential of another tenant'] as const
const CONSOLE = ['reviewer', 'reviewer of another tenant', 'admin'] as const
const BY_API = ['reviewer by the API', 'reviewer of another tenant by the API', 'admin by the API'] as const

/** What each role is answered, by the kind of route. */
export const ACCESS = {
  /** Public, or opened by something that only one person was given: a link, a code, a nonce. */
  everybody: all(ROLES, 'allowed'),
  /** The session is the token's own: no address names another. */
  token: { ...all(ROLES, 401), ...all(TOKENS, 'allowed') },
  /** What is answered is the credential's own tenant and mode. */
  credential: { ...all(ROLES, 401), ...all(CREDENTIALS, 'allowed') },
  'credential of the session': { ...all(ROLES, 401), ...all(CREDENTIALS, 404), credential: 'allowed' },
  'any reviewer by the API': { ...all(ROLES, 401), ...all(BY_API, 'allowed') },
  'reviewer of the session by the API': {
    ...all(ROLES, 401),
    ...all(BY_API, 'allowed'),
    'reviewer of another tenant by the API': 404,
  },
  'any reviewer': { ...all(ROLES, 401), ...all(CONSOLE, 'allowed') },
  'reviewer of the session': { ...all(ROLES, 401), ...all(CONSOLE, 'allowed'), 'reviewer of another tenant': 404 },
  admin: { ...all(ROLES, 401), ...all(CONSOLE, 403), admin: 'allowed' },
  operator: { ...all(ROLES, 404), operator: 'allowed' },
  /** Wants a token that only a wallet gets, for a code. */
  wallet: all(ROLES, 401),
  /** A token of its own, which none of these roles has. */
  directory: all(ROLES, 401),
} satisfies Record<string, Record<Role, Answer>>

export interface Line {
  access: keyof typeof ACCESS
  body?: object
  /** What the address names is not there, so that whoever is allowed is answered 404. */
  missing?: true
  /** Ends the sign-in that asks. */
  signsOut?: true
}

const everybody: Line = { access: 'everybody' }
const absent: Line = { access: 'everybody', missing: true }
const token: Line = { access: 'token' }
const ofSession: Line = { access: 'credential of the session' }
const byApi: Line = { access: 'reviewer of the session by the API' }
const reviewer: Line = { access: 'reviewer of the session' }
const anyReviewer: Line = { access: 'any reviewer' }
const admin: Line = { access: 'admin' }
const directory: Line = { access: 'directory' }
const missing = (line: Line): Line => ({ ...line, missing: true })

/** Every route of the service has its line here. */
export const MATRIX: Record<string, Line> = {
  'POST /api/v1/enrolment/initialize': { access: 'credential' },
  'POST /api/v1/enrolment/document': token,
  'POST /api/v1/enrolment/face': token,
  'POST /api/v1/enrolment/device': token,
  'POST /api/v1/enrolment/reviewer': token,
  'POST /api/v1/enrolment/complete': token,
  'GET /api/v1/enrolment/consent': token,
  'POST /api/v1/enrolment/consent': token,
  'POST /api/v1/enrolment/challenge': token,
  'POST /api/v1/enrolment/chip': token,
  'GET /api/v1/enrolment/chip/challenge': token,
  'POST /api/v1/enrolment/chip/app': missing(token),
  'POST /api/v1/enrolment/credential': token,
  'POST /api/v1/enrolment/credential/request': token,
  'POST /api/v1/enrolment/credential/offer': token,
  'GET /api/v1/enrolment/session': token,
  'GET /api/v1/enrolment/events': token,
  'POST /api/v1/enrolment/handover': token,
  'POST /api/v1/enrolment/handover/open': everybody,
  'POST /api/v1/enrolment/withdraw': token,

  'GET /api/v1/wallet/request/:id': absent,
  'POST /api/v1/wallet/request/:id': absent,
  'POST /api/v1/wallet/response/:id': absent,
  'GET /api/v1/issuer/:tenant/:mode/identity-verified': everybody,
  'GET /api/v1/issuer/:tenant/:mode/status/:list': absent,
  'POST /api/v1/issuer/:tenant/:mode/nonce': everybody,
  'POST /api/v1/issuer/:tenant/:mode/token': everybody,
  'POST /api/v1/issuer/:tenant/:mode/credential': { access: 'wallet' },
  'GET /api/v1/console/openid/clients': admin,
  // Not a client that can be used, so that none is there below.
  'POST /api/v1/console/openid/clients': { ...admin, body: { tenant: 'acme', name: 'Shop', redirectUris: [] } },
  'PATCH /api/v1/console/openid/clients/:id': missing({ ...admin, body: { name: 'Shop' } }),
  'DELETE /api/v1/console/openid/clients/:id': missing(admin),
  'GET /scim/v2/ServiceProviderConfig': directory,
  'GET /scim/v2/ResourceTypes': directory,
  'GET /scim/v2/ResourceTypes/:id': directory,
  'GET /scim/v2/Schemas': directory,
  'GET /scim/v2/Schemas/:id': directory,
  'GET /scim/v2/Users': directory,
  'GET /scim/v2/Users/:id': directory,
  'POST /scim/v2/Users': directory,
  'PUT /scim/v2/Users/:id': directory,
  'PATCH /scim/v2/Users/:id': directory,
  'DELETE /scim/v2/Users/:id': directory,
  'GET /scim/v2/Groups': directory,
  'GET /scim/v2/Groups/:id': directory,
  'POST /scim/v2/Groups': directory,
  'PUT /scim/v2/Groups/:id': directory,
  'PATCH /scim/v2/Groups/:id': directory,
  'DELETE /scim/v2/Groups/:id': directory,
  // Nobody has registered a client.
  'GET /openid/*': absent,
  'POST /openid/*': absent,
  'OPTIONS /openid/*': absent,
  'GET /openid/interaction/:uid': absent,
  'GET /openid/clients/:id/logo': absent,
  'POST /openid/auth': absent,
  'GET /.well-known/openid-credential-issuer/api/v1/issuer/:tenant/:mode': everybody,
  'GET /.well-known/oauth-authorization-server/api/v1/issuer/:tenant/:mode': everybody,
  'GET /.well-known/jwt-vc-issuer/api/v1/issuer/:tenant/:mode': everybody,

  'GET /api/v1/data/session/list': { access: 'credential' },
  'GET /api/v1/data/evidence/key': { access: 'credential' },
  'GET /api/v1/data/:sessionId/status': ofSession,
  'GET /api/v1/data/:sessionId/decision/results': ofSession,
  'GET /api/v1/data/:sessionId/decision/explanation': ofSession,
  'GET /api/v1/data/:sessionId/document/result': ofSession,
  'GET /api/v1/data/:sessionId/face/result': ofSession,
  'GET /api/v1/data/:sessionId/chip/result': ofSession,
  'GET /api/v1/data/:sessionId/seal/result': ofSession,
  'GET /api/v1/data/:sessionId/credential/result': ofSession,
  'GET /api/v1/data/:sessionId/credential/issued': ofSession,
  'POST /api/v1/data/:sessionId/credential/offer': ofSession,
  'POST /api/v1/data/:sessionId/credential/revoke': missing(ofSession),
  'POST /api/v1/data/:sessionId/forget-face': ofSession,
  'GET /api/v1/data/:sessionId/images': ofSession,
  'GET /api/v1/data/:sessionId/images/:imageName': ofSession,
  'GET /api/v1/data/:sessionId/image/:imageName': ofSession,
  'GET /api/v1/data/:sessionId/evidence': ofSession,
  'DELETE /api/v1/data/:sessionId': ofSession,

  'GET /api/v1/review/queue': { access: 'any reviewer by the API' },
  'GET /api/v1/review/:sessionId/explanation': byApi,
  'POST /api/v1/review/:sessionId': { ...byApi, body: { verdict: 'approve', reason: 'Compared.' } },
  'POST /api/v1/review/:sessionId/claim': byApi,
  'DELETE /api/v1/review/:sessionId/claim': missing(byApi),
  'POST /api/v1/review/:sessionId/new-picture': { ...byApi, body: { of: 'FRONT', reason: 'GLARE' } },
  'POST /api/v1/review/:sessionId/escalate': { ...byApi, body: { reason: 'Look again.' } },
  'POST /api/v1/review/:sessionId/note': { ...byApi, body: { note: 'Called.' } },
  'POST /api/v1/review/:sessionId/undo': byApi,
  'GET /api/v1/review/:sessionId/duplicates': byApi,
  'GET /api/v1/review/:sessionId/duplicates/:otherId': missing(byApi),
  'POST /api/v1/review/:sessionId/duplicates/:otherId': missing({
    ...byApi,
    body: { answer: 'same', reason: 'One person.' },
  }),

  'GET /api/v1/console/sign-in': everybody,
  'POST /api/v1/console/session': everybody,
  'GET /api/v1/console/session': anyReviewer,
  'DELETE /api/v1/console/session': { ...anyReviewer, signsOut: true },
  'PUT /api/v1/console/session/password': anyReviewer,
  'GET /api/v1/console/session/second-factor': anyReviewer,
  'PUT /api/v1/console/session/second-factor': anyReviewer,
  'DELETE /api/v1/console/session/second-factor': anyReviewer,
  'GET /api/v1/console/session/sign-ins': anyReviewer,
  'DELETE /api/v1/console/session/sign-ins/:id': missing(anyReviewer),
  'GET /api/v1/console/queue': anyReviewer,
  'POST /api/v1/console/queue/next': anyReviewer,
  'GET /api/v1/console/overview': anyReviewer,
  'GET /api/v1/console/assurance/levels': anyReviewer,
  'GET /api/v1/console/watchlist': anyReviewer,
  'GET /api/v1/console/blocklist': anyReviewer,
  'POST /api/v1/console/sessions/search': anyReviewer,
  'GET /api/v1/console/documents': anyReviewer,
  'POST /api/v1/console/documents/look': anyReviewer,
  'POST /api/v1/console/documents/teach': anyReviewer,
  'POST /api/v1/console/documents/:id/versions/:version/try': anyReviewer,

  'GET /api/v1/console/cases/:sessionId': reviewer,
  'GET /api/v1/console/cases/:sessionId/images/:imageName': reviewer,
  'POST /api/v1/console/cases/:sessionId/claim': reviewer,
  'DELETE /api/v1/console/cases/:sessionId/claim': missing(reviewer),
  'POST /api/v1/console/cases/:sessionId/verdict': { ...reviewer, body: { verdict: 'approve', reason: 'Compared.' } },
  'POST /api/v1/console/cases/:sessionId/picture-link': missing(reviewer),
  'POST /api/v1/console/cases/:sessionId/new-picture': { ...reviewer, body: { of: 'FRONT', reason: 'GLARE' } },
  'POST /api/v1/console/cases/:sessionId/note': { ...reviewer, body: { note: 'Called.' } },
  'POST /api/v1/console/cases/:sessionId/escalate': { ...reviewer, body: { reason: 'Look again.' } },
  'POST /api/v1/console/cases/:sessionId/undo': reviewer,
  'GET /api/v1/console/cases/:sessionId/evidence': reviewer,
  'GET /api/v1/console/cases/:sessionId/duplicates': reviewer,
  'GET /api/v1/console/cases/:sessionId/duplicates/:otherId': missing(reviewer),
  'POST /api/v1/console/cases/:sessionId/duplicates/:otherId': missing({
    ...reviewer,
    body: { answer: 'same', reason: 'One person.' },
  }),
  'POST /api/v1/console/cases/:sessionId/hits': missing({
    ...reviewer,
    body: { list: 'un', entryId: '1', answer: 'other', reason: 'Born elsewhere.' },
  }),
  'POST /api/v1/console/cases/:sessionId/credential/revoke': missing(reviewer),
  'DELETE /api/v1/console/cases/:sessionId': admin,

  'POST /api/v1/console/sessions/export': admin,
  'GET /api/v1/console/sign-ins': admin,
  'DELETE /api/v1/console/sign-ins/:id': missing(admin),
  'GET /api/v1/console/credentials': admin,
  'POST /api/v1/console/credentials': admin,
  'DELETE /api/v1/console/credentials/:username': missing(admin),
  'GET /api/v1/console/accounts': admin,
  'POST /api/v1/console/accounts': admin,
  'PATCH /api/v1/console/accounts/:username': missing(admin),
  'POST /api/v1/console/audit/search': admin,
  'GET /api/v1/console/trust': admin,
  'POST /api/v1/console/blocklist': admin,
  'DELETE /api/v1/console/blocklist/:id': missing(admin),
  'POST /api/v1/console/webhooks/replay': admin,
  'GET /api/v1/console/webhooks/:id/attempts': missing(admin),
  'GET /api/v1/console/tenants': admin,
  'POST /api/v1/console/tenants': admin,
  'PATCH /api/v1/console/tenants/:tenant': { ...admin, body: {} },
  'POST /api/v1/console/tenants/:tenant/check': { ...admin, body: {} },
  'GET /api/v1/console/tenants/:tenant/setup': admin,
  'POST /api/v1/console/tenants/:tenant/setup': { ...admin, body: { step: 'backup', answer: 'skipped' } },
  'POST /api/v1/console/tenants/:tenant/setup/session': admin,
  'GET /api/v1/console/tenants/:tenant/webhooks': admin,
  'POST /api/v1/console/tenants/:tenant/webhooks/secret': admin,
  'POST /api/v1/console/tenants/:tenant/webhooks/secret/rotate': admin,
  'POST /api/v1/console/tenants/:tenant/webhooks/test': admin,
  'GET /api/v1/console/tenants/:tenant/policy': admin,
  'PUT /api/v1/console/tenants/:tenant/policy': admin,
  'GET /api/v1/console/tenants/:tenant/policy/scores': admin,
  'POST /api/v1/console/tenants/:tenant/policy/replay': admin,
  'POST /api/v1/console/documents/:id/versions/:version/publish': missing(admin),
  'DELETE /api/v1/console/documents/:id/versions/:version': missing(admin),
  'POST /api/v1/console/documents/:id/switch': admin,
  'GET /api/v1/console/documents/:id/file': missing(admin),
  'POST /api/v1/console/documents/files': admin,
  'POST /api/v1/console/documents/files/look': admin,

  'GET /console/sign-in/provider': everybody,
  'GET /console/sign-in/callback': everybody,
  'POST /console/sign-in/logout': everybody,
  'GET /healthz': everybody,
  'GET /healthz/live': everybody,
  'GET /metrics': { access: 'operator' },
  'GET /openapi.json': everybody,
  'GET /': everybody,
  'GET /docs': everybody,
  'GET /docs/guides/*': absent,
  'GET /docs/style.css': everybody,
  'GET /docs/search.json': everybody,
  'GET /docs/screenshots/:name': absent,
  'GET /docs/browser/:name': absent,
  'GET /docs/plots/:name': absent,
  'GET /h/:code': everybody,
  'GET /web-enrolment': everybody,
  'GET /web-enrolment/': everybody,
  'GET /web-enrolment/finished': everybody,
  'GET /web-enrolment/preview': everybody,
  'GET /console': everybody,
  'GET /console/*': everybody,
  'GET /demo': everybody,
  'GET /demo/pictures/:name': absent,
  'GET /demo/webhooks/:sessionId': ofSession,
  'POST /demo/sign-in': { access: 'credential' },
  'POST /demo/sign-in/claims': { access: 'credential', body: { code: 'none', verifier: 'none', nonce: 'none' } },
  'GET /embed.js': everybody,
  'GET /assets/*': absent,
}
