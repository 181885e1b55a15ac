import { createHash, timingSafeEqual } from 'node:crypto'
import Provider, { type Account, type Context, errors, interactionPolicy } from 'oidc-provider'
import type { Config } from '../../kernel/config.ts'
import { ASSURANCE_LEVELS } from '../../kernel/decision/levels.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { findAccount, type OpenIdAccount } from './account.ts'
import { adapterFor } from './adapter.ts'
import { acrOf } from './domain/assurance-values.ts'
import { CLAIMS, PROFILE_CLAIMS } from './domain/client.ts'
import { idTokenKey, keyFor } from './keys.ts'
import { errorPage, goodbyePage, logoutPage } from './provider-pages.ts'
import { markOf } from './subjects.ts'

type ProviderNeeds = Pick<
  Ports,
  | 'sessions'
  | 'images'
  | 'tenants'
  | 'openIdClients'
  | 'openIdRecords'
  | 'openIdSignIns'
  | 'secrets'
  | 'signingKeys'
  | 'clock'
>

/** Where the provider is mounted. */
const MOUNT = '/openid'

/** The cookies of a sign-in. The one of the provider's own session is not read at a new sign-in: see routes.ts. */
const COOKIES = { session: 'limen-openid', interaction: 'limen-openid-sign-in', resume: 'limen-openid-resume' }

const DAY = 86_400
/** A person may go away and come back with the same link. */
const SIGN_IN_SECONDS = DAY
const CODE_SECONDS = 60
const TOKEN_SECONDS = 600
/** For so long userinfo answers what a reviewer decided. */
const REFERRED_SECONDS = 14 * DAY
const ID_TOKEN_SECONDS = 3600
/** FAPI 2.0, 5.3.2.1: clocks differ, by so much at most. */
const MOST_AHEAD_SECONDS = 60
const FAPI_ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519']

/** Answers the provider, made again when the signing keys of the installation have changed. */
export function openProvider(
  ports: ProviderNeeds,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  onFault: (error: Error) => void,
): () => Promise<Provider> {
  let made: { of: string; provider: Provider } | undefined
  return async () => {
    const keys = await ports.signingKeys.all()
    const of = keys.map(({ kid, retiredAt }) => `${kid}${retiredAt ? '' : '*'}`).join(' ')
    if (made?.of === of) return made.provider
    // The first key of the set signs; earlier ones stay published until their last ID token has expired.
    const sorted = keys.toSorted((one, other) => Number(Boolean(one.retiredAt)) - Number(Boolean(other.retiredAt)))
    const cookieKey = Buffer.from(await keyFor(ports.secrets, 'cookies')).toString('base64url')
    const provider = build(ports, `${baseUrl}${MOUNT}`, { jwks: sorted.map(idTokenKey), cookieKey })
    provider.on('server_error', (_context, error) => onFault(error))
    made = { of, provider }
    return provider
  }
}

function build(ports: ProviderNeeds, issuer: string, { jwks, cookieKey }: { jwks: object[]; cookieKey: string }) {
  const { Check, Prompt } = interactionPolicy
  const path = new URL(issuer).pathname
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true }
  const provider = new Provider(issuer, {
    adapter: adapterFor(ports),
    jwks: { keys: jwks },
    cookies: { names: COOKIES, keys: [cookieKey], long: { ...cookie, path }, short: { ...cookie, path } },
    findAccount: findAccount(ports, issuer),
    scopes: ['openid', 'profile'],
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: ({ oidc }: Context) => accountOf(oidc.account).sub,
    acrValues: ASSURANCE_LEVELS.map(acrOf),
    claims: {
      openid: ['sub', 'acr', 'limen_mode', 'limen_status'],
      profile: PROFILE_CLAIMS,
      ...Object.fromEntries(CLAIMS.map((claim) => [claim, null])),
    },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'private_key_jwt'],
    pkce: { required: () => true },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      clientAuthSigningAlgValues: ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519'],
    },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
    // Nobody is signed in here: each request verifies a person.
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      dPoP: { enabled: true },
      fapi: { enabled: true, profile: (_context: Context, client: object) => (isFapi(client) ? '2.0' : undefined) },
      rpInitiatedLogout: { enabled: true, logoutSource: logoutPage, postLogoutSuccessSource: goodbyePage },
    },
    renderError: errorPage,
    interactions: {
      url: (_context: Context, { uid }: { uid: string }) => `${path}/interaction/${uid}`,
      policy: [
        new Prompt(
          { name: 'login', requestable: true },
          new Check('verification', 'a person must be verified', 'login_required', ({ oidc }) =>
            oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
          ),
        ),
        new Prompt({ name: 'consent', requestable: true }),
      ],
    },
    /** The hosted page said who asks for what; the claims of a token are limited again when they are read. */
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '))
      const asked = { ...oidc.claims.id_token, ...oidc.claims.userinfo }
      grant.addOIDCClaims(Object.keys(asked).filter((claim) => CLAIMS.includes(claim)))
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: ({ oidc }: Context) => (accountOf(oidc.account).isWaiting ? REFERRED_SECONDS : TOKEN_SECONDS),
      AuthorizationCode: CODE_SECONDS,
      Grant: REFERRED_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: SIGN_IN_SECONDS,
      Session: ID_TOKEN_SECONDS,
    },
    discovery: {
      verified_claims_supported: true,
      evidence_supported: ['document', 'electronic_record'],
      documents_supported: ['passport', 'idcard', 'driving_permit', 'residence_permit'],
      documents_check_methods_supported: ['vri', 'bvr'],
      electronic_records_supported: ['chip', 'seal', 'credential'],
      claims_in_verified_claims_supported: CLAIMS.filter((claim) => claim !== 'verified_claims' && claim !== 'picture'),
      ui_locales_supported: undefined,
    },
  })
  // Forwarded headers are ours: routes.ts sets them from BASE_URL.
  provider.proxy = true
  Object.assign(provider.Client.prototype, { compareClientSecret })
  provider.use(async (context, next) => {
    await next()
    const hint = context.oidc?.route === 'end_session' ? context.oidc.entities.IdTokenHint : undefined
    if (hint) await endSignIns(ports, hint.payload)
    allowForms(context)
  })
  return provider
}

/** What FAPI 2.0 (5.3.2.1, 5.4.1) asks of an assertion in addition; of times, every client's. */
function checkAssertion(
  { oidc }: Context,
  { aud, iat, nbf }: { aud?: unknown; iat?: unknown; nbf?: unknown },
  { alg }: { alg?: unknown },
  client: object,
): void {
  const latest = Date.now() / 1000 + MOST_AHEAD_SECONDS
  const isAhead = [iat, nbf].some((time) => time !== undefined && !(Number(time) <= latest))
  if (isAhead) throw refusal('the assertion is from the future')
  if (!isFapi(client)) return
  if (aud !== oidc.issuer) throw refusal('the audience must be the issuer, as text')
  if (!FAPI_ALGORITHMS.includes(String(alg))) throw refusal('FAPI 2.0 allows PS256, ES256 and Ed25519')
}

function refusal(text: string): Error {
  const { InvalidClientAuth } = errors
  if (!InvalidClientAuth) throw new Error('oidc-provider has no error InvalidClientAuth')
  return new InvalidClientAuth(text)
}

/** A secret is random and long: its hash is enough, and no guess is ever near. */
function compareClientSecret(this: { clientSecret: string }, actual: string): boolean {
  const [kept, given] = [Buffer.from(this.clientSecret), Buffer.from(createHash('sha256').update(actual).digest('hex'))]
  return kept.length === given.length && timingSafeEqual(kept, given)
}

/** What `findAccount` answered. */
function accountOf(account: Account | undefined): OpenIdAccount {
  if (!account || !('sub' in account)) throw new Error('a claim without an account')
  return account as OpenIdAccount
}

const isFapi = (client: object): boolean =>
  (client as { requirePushedAuthorizationRequests?: boolean }).requirePushedAuthorizationRequests === true

/** Ends what was issued to a client for a subject, when the client says that they signed out there. */
async function endSignIns(ports: ProviderNeeds, { sub, aud }: { sub: string; aud: string }): Promise<void> {
  const signIns = await ports.openIdSignIns.ofSubject(await markOf(ports, sub))
  const own = signIns.filter(({ clientId }) => clientId === aud)
  await ports.openIdSignIns.endTokens(own.map(({ sessionId }) => sessionId))
}

/** A page that posts a form to the client's own address may do that. */
function allowForms(context: Context): void {
  if (!context.response.get('content-type')?.startsWith('text/html')) return
  const { redirect_uri: back, post_logout_redirect_uri: out } = context.oidc?.params ?? {}
  const origins = [back, out].flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []))
  const policy = context.response.get('content-security-policy') ?? ''
  context.set(
    'content-security-policy',
    policy.replace(/form-action [^;]*/, ['form-action', "'self'", ...origins].join(' ')),
  )
}
