import { accept, type Result, refuse } from '../../../formats/result.ts'
import { isLogo, LOGO_RULE } from '../../../kernel/contract/logo.ts'
import type { Assurance } from '../../../kernel/decision/levels.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { LEAST_AGE, MOST_AGE } from '../../../kernel/vocabulary.ts'

/** The ages that a client may ask for. */
const AGES = [...Array.from({ length: MOST_AGE - LEAST_AGE + 1 }, (_, index) => LEAST_AGE + index), 60, 65]

export const AGE_CLAIMS = AGES.map((age) => `age_over_${age}`)

/** What a client may be allowed to ask for. */
export const CLAIMS: readonly string[] = [
  'family_name',
  'given_name',
  'birthdate',
  'nationalities',
  'place_of_birth',
  'picture',
  ...AGE_CLAIMS,
  'verified_claims',
]

/** The claims of the scope `profile`. */
export const PROFILE_CLAIMS: readonly string[] = ['family_name', 'given_name', 'birthdate']

/** What a client gets if a reviewer has to look: a code at once, the answer after a while, or a refusal. */
export const REFERRALS = ['return', 'wait', 'deny'] as const
type Referral = (typeof REFERRALS)[number]

export const AUTH_METHODS = ['client_secret_basic', 'private_key_jwt'] as const
type AuthMethod = (typeof AUTH_METHODS)[number]

/** What a client is registered with. */
export interface ClientSettings {
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  authMethod: AuthMethod
  /** The public keys of a client with `private_key_jwt`. */
  jwks?: { keys: Record<string, unknown>[] }
  flow: string
  /** The least level of assurance; a request can raise it. */
  assurance: Assurance
  /** What it may ask for. */
  claims: string[]
  onReferral: Referral
  /** With `wait`: how long the person waits for a reviewer. */
  waitMinutes: number
  /** Shown to people with the name; a data URL. */
  logo?: string
  /** The FAPI 2.0 Security Profile: pushed requests, bound tokens, `private_key_jwt`. */
  fapi?: true
}

/** A service that people sign in to. */
export interface OpenIdClient extends ClientSettings {
  id: string
  tenant: string
  mode: Mode
  /** Its name, as people know it. */
  name: string
  /** SHA-256 of its secret, hex: the secret is random, and only shown once. */
  secretSha256?: string
  createdAt: Date
  revokedAt?: Date
}

const DEFAULT_WAIT_MINUTES = 10

/** What a client is registered with where nobody says otherwise. */
export const DEFAULT_CLIENT = {
  mode: 'test',
  postLogoutRedirectUris: [] as string[],
  flow: 'identity',
  assurance: 'high',
  claims: [...PROFILE_CLAIMS, 'verified_claims'],
  onReferral: 'return',
  waitMinutes: DEFAULT_WAIT_MINUTES,
} as const satisfies Partial<OpenIdClient>
const MOST_WAIT_MINUTES = 60
const MOST_ADDRESSES = 20
const LONGEST_ADDRESS = 500
const LONGEST_NAME = 80

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Says in words what cannot be used, for the operator who registers it. */
export function checkClient(name: string, settings: ClientSettings): Result<undefined, string> {
  const { redirectUris, postLogoutRedirectUris, claims, authMethod, jwks, fapi, waitMinutes } = settings
  const looks = checkLook({ name, ...(settings.logo !== undefined && { logo: settings.logo }) })
  if (!looks.ok) return looks
  if (!redirectUris.length) return refuse('a client needs a redirect URI')
  const addresses = [...redirectUris, ...postLogoutRedirectUris]
  if (addresses.length > MOST_ADDRESSES) return refuse(`a client has at most ${MOST_ADDRESSES} addresses`)
  const wrong = addresses.find((address) => !isRedirectUri(address))
  if (wrong !== undefined)
    return refuse(`${wrong} is not an https address without a fragment (http is for this machine alone)`)
  // OpenID Connect Core 8.1: the host of the redirect URIs is the sector of pairwise subjects.
  if (new Set(redirectUris.map((address) => new URL(address).host)).size > 1)
    return refuse('all redirect URIs must have the same host: make one client for each host')
  const unknown = claims.find((claim) => !CLAIMS.includes(claim))
  if (unknown !== undefined) return refuse(`${unknown} is not a claim: ${CLAIMS.join(', ')}`)
  if (!claims.length) return refuse('a client needs at least one claim that it may ask for')
  if (authMethod === 'private_key_jwt' && !jwks?.keys.length) return refuse('private_key_jwt needs the public keys')
  if (jwks?.keys.some((key) => key.kty !== 'EC' && key.kty !== 'RSA' && key.kty !== 'OKP'))
    return refuse('the keys must be EC, RSA or OKP keys')
  if (jwks?.keys.some((key) => 'd' in key)) return refuse('the keys must be public ones')
  if (fapi && authMethod !== 'private_key_jwt') return refuse('FAPI 2.0 needs private_key_jwt')
  if (!Number.isInteger(waitMinutes) || waitMinutes < 1 || waitMinutes > MOST_WAIT_MINUTES)
    return refuse(`the wait is 1 to ${MOST_WAIT_MINUTES} minutes`)
  return accept(undefined)
}

/** Whether people can be shown it. */
export function checkLook({ name, logo }: { name: string; logo?: string }): Result<undefined, string> {
  if (!name.trim() || name.length > LONGEST_NAME || /[\p{Cc}<>]/u.test(name))
    return refuse(`a name has 1 to ${LONGEST_NAME} characters, and no < or >`)
  if (logo !== undefined && !isLogo(logo)) return refuse(`a logo is ${LOGO_RULE}`)
  return accept(undefined)
}

function isRedirectUri(address: string): boolean {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return false
  const { protocol, hostname, hash, username, password } = new URL(address)
  if (hash || address.includes('#') || username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** The sector of a client's subjects. */
export const sectorOf = ({ redirectUris }: Pick<ClientSettings, 'redirectUris'>): string =>
  new URL(redirectUris[0] ?? '').host
