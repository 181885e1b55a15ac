import { createRemoteJWKSet } from 'jose'
import * as openid from 'openid-client'
import { withDeadline } from '../../../platform/deadline.ts'
import type { HttpSettings } from '../../http/context.ts'
import type { ProviderLogout } from '../../ports/accounts.ts'
import { checkLogoutToken, providerSignIn } from '../logout-token.ts'
import type { Vouched } from '../sign-in-with-provider.ts'

/** The company's own sign-in, over OpenID Connect: code flow with PKCE, state and nonce. */
interface Oidc {
  /** Where the browser is sent, and what it has to bring back with the answer. */
  begin(): Promise<{ address: string; kept: string }>
  /** Who came back. Throws unless the answer is the provider's and belongs to this browser. */
  finish(query: string, kept: string): Promise<Vouched>
  /** What a logout token of the provider ends. Throws unless it is the provider's, for this service, and of now. */
  readLogout(token: string): Promise<ProviderLogout>
}

/** Keys and addresses of a provider change; a node that runs for months fetches them again. */
const DISCOVER_AGAIN_MS = 3_600_000
/** How long a provider may take for one answer. */
const ANSWER_MS = 10_000

type OidcSettings = Pick<
  HttpSettings,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcScope' | 'oidcGroupsClaim' | 'oidcSubjectClaim' | 'baseUrl'
>

/** Undefined when no provider is set. */
export function openOidc(settings: OidcSettings, answerMs = ANSWER_MS): Oidc | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcScope, oidcGroupsClaim, oidcSubjectClaim, baseUrl } = settings
  if (!oidcIssuer || !oidcClientId) return undefined
  const callback = `${baseUrl}/console/sign-in/callback`
  let remote: ReturnType<typeof createRemoteJWKSet> | undefined
  let known: { at: number; found: Promise<openid.Configuration> } | undefined

  const discover = (): Promise<openid.Configuration> => {
    if (!known || Math.abs(Date.now() - known.at) > DISCOVER_AGAIN_MS) {
      const found = openid.discovery(new URL(oidcIssuer), oidcClientId, oidcClientSecret, undefined, {
        [openid.customFetch]: fetchWhole(answerMs),
        // The signature as well, in addition to the connection it came over.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(oidcIssuer.startsWith('http:') ? [openid.allowInsecureRequests] : []), // this machine only; config.ts
        ],
      })
      known = { at: Date.now(), found }
      found.catch(() => {
        known = undefined
      })
    }
    return known.found
  }

  return {
    async begin() {
      const provider = await discover()
      const verifier = openid.randomPKCECodeVerifier()
      const [state, nonce] = [openid.randomState(), openid.randomNonce()]
      const address = openid.buildAuthorizationUrl(provider, {
        redirect_uri: callback,
        scope: oidcScope,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { address: address.href, kept: [state, nonce, verifier].join('.') }
    },
    async finish(query, kept) {
      const provider = await discover()
      const [expectedState = '', expectedNonce = '', pkceCodeVerifier = ''] = kept.split('.')
      const tokens = await openid.authorizationCodeGrant(provider, new URL(`${callback}${query}`), {
        expectedState,
        expectedNonce,
        pkceCodeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no ID token')
      // Every person without a subject would be the same one.
      if (!claims.sub.trim()) throw new Error('the ID token has an empty subject')
      const subject = claims[oidcSubjectClaim]
      if (typeof subject !== 'string' || !subject.trim()) throw new Error(`the ID token has no ${oidcSubjectClaim}`)
      // Many providers list the groups only at their userinfo endpoint.
      const more =
        claims[oidcGroupsClaim] === undefined && provider.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : {}
      const all: Record<string, unknown> = { ...more, ...claims }
      return {
        subject: `${claims.iss} ${subject}`,
        name: [all.preferred_username, all.email, all.name, claims.sub].find(
          (name) => typeof name === 'string' && name !== '',
        ) as string,
        groups: groupsIn(all[oidcGroupsClaim]),
        provider: providerSignIn({ iss: claims.iss, sub: claims.sub, sid: claims.sid }),
      }
    },
    async readLogout(token) {
      const provider = await discover()
      const { jwks_uri: keys, issuer, id_token_signing_alg_values_supported: algorithms } = provider.serverMetadata()
      if (!keys) throw new Error('the provider publishes no keys')
      remote ??= createRemoteJWKSet(new URL(keys), { timeoutDuration: answerMs })
      return checkLogoutToken(token, remote, { issuer, clientId: oidcClientId, algorithms })
    },
  }
}

const groupsIn = (claim: unknown): string[] =>
  typeof claim === 'string' ? [claim] : Array.isArray(claim) ? claim.filter((group) => typeof group === 'string') : []

/** Including the body under the same deadline. */
const fetchWhole =
  (limitMs: number): openid.CustomFetch =>
  (url, { signal: _, ...options }) =>
    withDeadline('sign-in provider', limitMs, async (signal) => {
      const response = await fetch(url, { ...options, signal } as RequestInit)
      const { status, headers } = response
      const body = new Uint8Array(await response.arrayBuffer())
      return new Response(body.length ? body : null, { status, headers })
    })
