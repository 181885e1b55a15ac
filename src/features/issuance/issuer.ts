import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { CLOCK_SKEW_MS, isObject, keyOfJwk, Unusable } from '../../formats/jws/jws.ts'
import { accept, refuse } from '../../formats/result.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { p256Key } from '../../platform/keys/p256-key.ts'
import {
  CLAIM_LABELS,
  type CredentialContent,
  type CredentialIssuer,
  type HolderProof,
  type IssuerKey,
} from './credential-issuer.ts'
import { ISSUED_CONFIGURATION, type IssuerOf, LIST_SIZE, PRE_AUTHORIZED } from './issued-credentials.ts'

/** How long a nonce is valid. */
const NONCE_MS = 5 * 60_000

/** How long clients may cache a status list, in seconds. After this time a revocation is known everywhere. */
const STATUS_LIST_SECONDS = 300

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA']

/**
 * Issues credentials in the names of tenants. The keys are derived from a secret that is stored sealed under the master
 * key.
 */
export function openIssuer({ secrets, baseUrl }: Pick<Ports, 'secrets'> & { baseUrl: string }): CredentialIssuer {
  // 32 bytes, sealed under the master key. The keys of all issuers are derived from them.
  const readSecret = () => secrets.get('credential-issuers')
  const addressOf = ({ tenant, mode }: IssuerOf) => `${baseUrl}/api/v1/issuer/${encodeURIComponent(tenant)}/${mode}`
  const typeOf = (issuer: IssuerOf) => `${addressOf(issuer)}/identity-verified`
  const listOf = (issuer: IssuerOf, list: number) => `${addressOf(issuer)}/status/${list}`
  const signToken = async (issuer: IssuerOf, generation: number, typ: string, payload: JWTPayload) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ, kid: String(generation) })
      .sign(await issuerKey(readSecret, issuer, generation))

  return {
    namesOf: (issuer) => ({ issuer: addressOf(issuer), type: typeOf(issuer) }),

    linkOf(issuer, code) {
      const offer = {
        credential_issuer: addressOf(issuer),
        credential_configuration_ids: [ISSUED_CONFIGURATION],
        grants: { [PRE_AUTHORIZED]: { 'pre-authorized_code': code } },
      }
      return `openid-credential-offer://?${new URLSearchParams({ credential_offer: JSON.stringify(offer) })}`
    },

    metadata(issuer, tenant) {
      const address = addressOf(issuer)
      const name = `Identity verified by ${tenant.name}`
      const claims = tenant.settings.issuance?.claims ?? []
      const described = [...claims.map((claim) => [claim, CLAIM_LABELS[claim]] as const), ...ALWAYS_STATED]
      return {
        issuer: {
          credential_issuer: address,
          credential_endpoint: `${address}/credential`,
          nonce_endpoint: `${address}/nonce`,
          display: [{ name: tenant.name, locale: 'en' }],
          credential_configurations_supported: {
            [ISSUED_CONFIGURATION]: {
              format: 'dc+sd-jwt',
              vct: typeOf(issuer),
              cryptographic_binding_methods_supported: ['jwk'],
              credential_signing_alg_values_supported: ['ES256'],
              proof_types_supported: { jwt: { proof_signing_alg_values_supported: ALGORITHMS } },
              credential_metadata: {
                display: [{ name, locale: 'en' }],
                claims: described.map(([claim, label]) => ({
                  path: [claim],
                  display: [{ name: label, locale: 'en' }],
                })),
              },
            },
          },
        },
        authorization: {
          issuer: address,
          token_endpoint: `${address}/token`,
          response_types_supported: [],
          grant_types_supported: [PRE_AUTHORIZED],
          token_endpoint_auth_methods_supported: ['none'],
          'pre-authorized_grant_anonymous_access_supported': true,
        },
        type: {
          vct: typeOf(issuer),
          name,
          description: `${tenant.name} has verified the identity of the holder.`,
          display: [{ locale: 'en', name }],
          claims: described.map(([claim, label]) => ({
            path: [claim],
            display: [{ locale: 'en', label }],
            sd: ALWAYS_STATED.some(([always]) => always === claim) ? 'never' : 'always',
          })),
        },
      }
    },

    async drawNonce(issuer, now) {
      const text = `${randomBytes(16).toString('base64url')}.${now.getTime() + NONCE_MS}`
      return `${text}.${await nonceMac(readSecret, issuer, text)}`
    },

    async checkProof(issuer, proof, now) {
      const read = await readProof(proof, now)
      if (!read) return refuse('PROOF_INVALID')
      const { aud, iat, nonce } = read.payload
      const isNow = iat !== undefined && Math.abs(iat * 1000 - now.getTime()) <= NONCE_MS + CLOCK_SKEW_MS
      if (aud !== addressOf(issuer) || !isNow) return refuse('PROOF_INVALID')
      if (typeof nonce !== 'string' || !(await isOwnNonce(readSecret, issuer, nonce, now)))
        return refuse('NONCE_INVALID')
      return accept({ jwk: read.jwk, nonceSha256: createHash('sha256').update(nonce).digest('hex') })
    },

    sign(issuer, generation, content) {
      const { disclosures, digests } = hide(content.claims)
      const payload = {
        iss: addressOf(issuer),
        vct: typeOf(issuer),
        iat: seconds(content.issuedAt),
        exp: seconds(content.expiresAt),
        cnf: { jwk: content.holder },
        status: { status_list: { uri: listOf(issuer, content.place.list), idx: content.place.index } },
        verified_by: content.tenant.name,
        verified_on: content.verifiedOn,
        _sd_alg: 'sha-256',
        _sd: digests,
      }
      return signToken(issuer, generation, 'dc+sd-jwt', payload).then((token) => [token, ...disclosures, ''].join('~'))
    },

    keys(issuer, newest = 0, oldest = newest) {
      const generations = Array.from({ length: Math.max(0, newest - oldest) + 1 }, (_, at) => newest - at)
      return Promise.all(generations.map((generation) => publicIssuerKey(readSecret, issuer, generation)))
    },

    signStatusList(issuer, generation, { list, revoked, now }) {
      const bytes = new Uint8Array(LIST_SIZE / 8)
      for (const index of revoked) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
      return signToken(issuer, generation, 'statuslist+jwt', {
        iss: addressOf(issuer),
        sub: listOf(issuer, list),
        iat: seconds(now),
        exp: seconds(now) + 24 * 3600,
        ttl: STATUS_LIST_SECONDS,
        status_list: { bits: 1, lst: base64url(deflateSync(bytes)) },
      })
    },

    placeOf(issuer, { uri, index }) {
      const [, list] = uri.startsWith(`${addressOf(issuer)}/status/`) ? (/\/(\d{1,6})$/.exec(uri) ?? []) : []
      return list !== undefined && listOf(issuer, Number(list)) === uri ? { list: Number(list), index } : undefined
    },
  }
}

/** Disclosed in every credential: its purpose is to state that a person was verified. */
const ALWAYS_STATED = [
  ['verified_by', 'Verified by'],
  ['verified_on', 'Verified on'],
] as const

const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Each claim as a disclosure with its own salt. The digests are sorted, so that their order reveals nothing. */
function hide(claims: CredentialContent['claims']) {
  const disclosures = Object.entries(claims).map((claim) =>
    base64url(JSON.stringify([randomBytes(16).toString('base64url'), ...claim])),
  )
  const digests = disclosures.map((text) => createHash('sha256').update(text).digest('base64url')).sort()
  return { disclosures, digests }
}

/** The longest proof that is parsed: a key and a few claims. */
const LONGEST_PROOF = 4_096

/**
 * Reads a proof of possession (OpenID4VCI 1.0, appendix F.1) and verifies its signature. Answers the key that signed
 * it.
 */
async function readProof(
  proof: string,
  now: Date,
): Promise<{ jwk: HolderProof['jwk']; payload: JWTPayload } | undefined> {
  if (proof.length > LONGEST_PROOF) return undefined
  try {
    const { jwk, kid, x5c } = decodeProtectedHeader(proof)
    // Only one of them may name the key.
    if (!isObject(jwk) || kid !== undefined || x5c !== undefined) return undefined
    const { payload } = await jwtVerify(proof, keyOfJwk(jwk), {
      algorithms: ALGORITHMS,
      typ: 'openid4vci-proof+jwt',
      requiredClaims: ['iat'],
      currentDate: now,
      clockTolerance: CLOCK_SKEW_MS / 1000,
    })
    const { kty, crv, x, y } = jwk as HolderProof['jwk']
    return { jwk: { kty, crv, x, ...(y !== undefined && { y }) }, payload }
  } catch (error) {
    // jose has an error with a code for every reason why a token does not verify; TypeError where it is not a token.
    if (error instanceof Unusable || error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

async function isOwnNonce(readSecret: ReadSecret, issuer: IssuerOf, nonce: string, now: Date): Promise<boolean> {
  const [random = '', until = '', mac = ''] = nonce.split('.')
  const text = `${random}.${until}`
  const expected = Buffer.from(`${text}.${await nonceMac(readSecret, issuer, text)}`)
  const given = Buffer.from(nonce)
  if (!mac || expected.length !== given.length || !timingSafeEqual(expected, given)) return false
  return Number(until) > now.getTime()
}

/** Reads the secret from which the keys of all issuers are derived. */
type ReadSecret = () => Promise<Uint8Array>

/** The private key of a generation. It is on P-256, which every wallet supports. */
async function issuerKey(readSecret: ReadSecret, issuer: IssuerOf, generation: number): Promise<KeyObject> {
  const secret = await readSecret()
  const key = p256Key((attempt) => mac(secret, ['key', issuer.tenant, issuer.mode, generation, attempt]))
  return createPrivateKey({ key: { ...key }, format: 'jwk' })
}

async function publicIssuerKey(readSecret: ReadSecret, issuer: IssuerOf, generation: number): Promise<IssuerKey> {
  const key = createPublicKey(await issuerKey(readSecret, issuer, generation))
  return { kid: String(generation), jwk: key.export({ format: 'jwk' }) as IssuerKey['jwk'] }
}

/** A key for the nonces of an issuer. */
async function nonceMac(readSecret: ReadSecret, { tenant, mode }: IssuerOf, text: string): Promise<string> {
  return mac(await readSecret(), ['nonce', tenant, mode, text]).toString('base64url')
}

/** A MAC over the parts as JSON, so that two different lists of parts never give the same text. */
const mac = (secret: Uint8Array, parts: readonly (string | number)[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
