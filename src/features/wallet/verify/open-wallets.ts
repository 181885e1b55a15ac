import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { calculateJwkThumbprint, compactDecrypt, SignJWT } from 'jose'
import { compactSdJwt } from '../../../formats/jws/json-serialization.ts'
import { isObject, jsonOf, Unusable } from '../../../formats/jws/jws.ts'
import { accept, refuse } from '../../../formats/result.ts'
import type { TrustedItems } from '../../../kernel/ports/trusted-items.ts'
import { JobTooLarge, openThread } from '../../../platform/thread.ts'
import {
  ACCEPTED_CREDENTIALS,
  type AcceptedCredential,
  issuedKind,
  kindsOf,
  useOfCredential,
} from '../domain/accepted-credentials.ts'
import type { CredentialResult } from '../domain/credential-reading.ts'
import type { CredentialFormat } from '../domain/credential-verdict.ts'
import { ageQuery, issuedQuery, walletQuery } from '../domain/dcql.ts'
import { type BrowserProtocol, WALLET_MINUTES, type WalletKey, type WalletRequest } from '../domain/wallet-request.ts'
import { certificatesIn } from '../wallet-certificate.ts'
import type { Wallets } from '../wallets.ts'
import type { CredentialJob } from './credential-thread.ts'
import { trustedFor } from './find-issuer.ts'
import {
  browserTranscript,
  encryptionInfoOf,
  isoRequests,
  isoTranscript,
  openIsoResponse,
  redirectTranscript,
} from './iso-mdoc.ts'
import { type FetchMetadata, openIssuerKeys } from './issuer-metadata.ts'
import type { Expected } from './presentation.ts'
import { type FetchStatusList, openStatusLists } from './status-list.ts'
import { usesOfItems, walletTrust } from './wallet-trust.ts'

export interface WalletVerifier {
  /** PEM: the operator's certificate and the intermediate certificates. */
  certificates: string
  /** PEM: its private key. */
  key: string
  /** How wallets identify the operator: by the hash of the certificate, or by a host name in it. */
  clientId: 'x509_hash' | 'x509_san_dns'
  /** The operator's registration certificate, as its registrar signed it. */
  registration?: string
  baseUrl: string
  trustedItems: Pick<TrustedItems, 'ofWallets'>
  fetchStatusList: FetchStatusList
  /** The credentials that are known, with those of the operator's file. */
  kinds?: readonly AcceptedCredential[]
  /** Addresses of issuers that are trusted by their keys, which are fetched; absent if there are none. */
  issuers?: readonly string[]
  fetchMetadata?: FetchMetadata
}

const NOT_ASKED = {
  status: 'UNKNOWN',
  reason: {
    code: 'STATUS_UNKNOWN',
    text: 'the revocation status was not fetched, because the issuer is not trusted',
  },
} as const

/** Numbers of COSE for ES256, ES384, ES512 and EdDSA, then those that state their curve (RFC 9864). */
const MDOC_ALGORITHMS = [-7, -35, -36, -8, -9, -51, -52, -19, -53, -265, -266, -267, -268]

const CONTENT_ENCRYPTION = ['A128GCM', 'A256GCM']

/**
 * Sends requests to wallets in the operator's name (OpenID4VP 1.0 under HAIP 1.0). Throws if certificate or key cannot
 * be used.
 */
export function openWallets(settings: WalletVerifier): Wallets {
  const { baseUrl, trustedItems, kinds = ACCEPTED_CREDENTIALS, registration } = settings
  const { key, chain, clientId } = openIdentity(settings)
  const origin = new URL(baseUrl).origin
  const checkStatus = openStatusLists(settings.fetchStatusList)
  const { issuers = [], fetchMetadata } = settings
  const issuerOf = fetchMetadata && openIssuerKeys(issuers, fetchMetadata)
  const responseUri = ({ id }: WalletRequest) => `${baseUrl}/api/v1/wallet/response/${id}`

  const expectedOf = async (request: WalletRequest, protocol: BrowserProtocol): Promise<Expected> => {
    const { nonce, transport } = request
    const thumbprint = Buffer.from(await calculateJwkThumbprint(publicPart(request.key)), 'base64url')
    const isBrowser = transport === 'browser'
    const throughBrowser = () =>
      protocol === 'org-iso-mdoc'
        ? isoTranscript({ encryptionInfo: encryptionInfoOf(request), origin })
        : browserTranscript({ origin, nonce, thumbprint })
    return {
      nonce,
      audience: isBrowser ? `origin:${origin}` : clientId,
      transcript: isBrowser
        ? throughBrowser()
        : redirectTranscript({ clientId, nonce, thumbprint, responseUri: responseUri(request) }),
      readerKey: createPrivateKey({ key: request.key, format: 'jwk' }),
      requestedAt: Date.parse(request.drawnAt),
    }
  }

  const wallets: Wallets = {
    async draw({ transport, withPortrait, issued, ageOver, now }) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        id: randomBytes(16).toString('base64url'),
        transport,
        nonce: randomBytes(32).toString('base64url'),
        key: privateKey.export({ format: 'jwk' }) as WalletKey,
        withPortrait,
        ...(issued !== undefined && { issued }),
        ...(ageOver !== undefined && { ageOver }),
        drawnAt: now.toISOString(),
      }
    },

    sign(request, walletNonce) {
      const drawn = Math.floor(Date.parse(request.drawnAt) / 1000)
      const way =
        request.transport === 'browser'
          ? { response_mode: 'dc_api.jwt', expected_origins: [origin] }
          : {
              response_mode: 'direct_post.jwt',
              response_uri: responseUri(request),
              state: request.id,
              aud: 'https://self-issued.me/v2',
            }
      return new SignJWT({
        response_type: 'vp_token',
        client_id: clientId,
        nonce: request.nonce,
        dcql_query: queryOf(request, kinds),
        client_metadata: metadataOf(request),
        // OpenID4VP 1.0, 5.1; the name of the format is from ETSI TS 119 472-2.
        ...(registration !== undefined && { verifier_info: [{ format: 'registration_cert', data: registration }] }),
        ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
        ...way,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: chain })
        .setIssuedAt(drawn)
        .setExpirationTime(drawn + WALLET_MINUTES * 60)
        .sign(key)
    },

    async browserRequests(request) {
      const openid = { protocol: 'openid4vp-v1-signed' as const, data: { request: await wallets.sign(request) } }
      if (!asksIdentity(request)) return [openid]
      const certificates = chain.map((text) => Buffer.from(text, 'base64'))
      const iso = isoRequests(request, { key, certificates, origin }, kinds)
      return [openid, ...iso.map((data) => ({ protocol: 'org-iso-mdoc' as const, data }))]
    },

    linkOf(request) {
      const parameters = new URLSearchParams({
        client_id: clientId,
        request_uri: `${baseUrl}/api/v1/wallet/request/${request.id}`,
        request_uri_method: 'post',
      })
      return `openid4vp://?${parameters}`
    },

    async judge(request, { response, protocol }, now, own) {
      const expected = await expectedOf(request, protocol)
      const isIso = protocol === 'org-iso-mdoc'
      const found = isIso ? mdocIn(request, response, expected) : await openResponse(request, response, kinds)
      if (!found) return refuse('CREDENTIAL_UNREADABLE')
      const { format, presentation } = found
      const items = await trustedItems.ofWallets()
      const asked = request.issued === undefined ? kinds : [issuedKind(request.issued)]
      const known = own ?? (format === 'dc+sd-jwt' ? await issuerOf?.(presentation, now.getTime()) : undefined)
      const result = await verified({ format, presentation, items, now: now.getTime(), expected, known, kinds: asked })
      if (!result) return refuse('CREDENTIAL_UNREADABLE')
      const reference = own ? undefined : result.status
      // Anyone can write an address into a credential of their own, so only those of trusted issuers are fetched.
      const isTrusted = result.verdict === 'TRUSTED'
      const uses = { trust: walletTrust(items), usesOf: usesOfItems(items) }
      const listTrust = trustedFor(uses, [useOfCredential(format, result.type ?? '', asked), 'status'])
      const checked =
        reference && (isTrusted ? await checkStatus(reference, now.getTime(), listTrust, known) : NOT_ASKED)
      return accept({
        result,
        status: checked?.status ?? (hasUnknownStatus(result) ? 'UNKNOWN' : 'ABSENT'),
        ...(checked && { statusReason: checked.reason }),
        presentation: {
          format,
          presentation,
          nonce: request.nonce,
          audience: expected.audience,
          transcript: Buffer.from(expected.transcript).toString('hex'),
          ...(format === 'mso_mdoc' && { readerKey: request.key }),
          ...(known && { knownIssuer: known }),
          ...ownKinds(format, result.type, asked),
          requestedAt: request.drawnAt,
          receivedAt: now.toISOString(),
        },
      })
    },
  }
  return wallets
}

const hasUnknownStatus = ({ reasons }: CredentialResult) => reasons.some(({ code }) => code === 'STATUS_UNKNOWN')

/** The mdoc in an answer without OpenID4VP, which can only come through a browser. */
function mdocIn(request: WalletRequest, response: string, { transcript }: Expected): OpenedResponse | undefined {
  if (request.transport !== 'browser' || !asksIdentity(request)) return undefined
  const bytes = openIsoResponse(request, response, transcript)
  return bytes && { format: 'mso_mdoc', presentation: Buffer.from(bytes).toString('base64url') }
}

const inThread = openThread<CredentialJob, CredentialResult>('src/features/wallet/verify/credential-thread.ts')

/** Verifies in a thread. Undefined if it takes longer than any honest presentation. */
async function verified(job: CredentialJob): Promise<CredentialResult | undefined> {
  try {
    return await inThread(job)
  } catch (error) {
    if (error instanceof JobTooLarge) return undefined
    throw error
  }
}

const publicPart = ({ kty, crv, x, y }: WalletKey) => ({ kty, crv, x, y })

function metadataOf(request: WalletRequest) {
  return {
    jwks: { keys: [{ ...publicPart(request.key), use: 'enc', alg: 'ECDH-ES', kid: request.id }] },
    encrypted_response_enc_values_supported: CONTENT_ENCRYPTION,
    vp_formats_supported: {
      'dc+sd-jwt': {
        'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
        'kb-jwt_alg_values': ['ES256', 'ES384', 'ES512', 'EdDSA'],
      },
      mso_mdoc: {
        issuerauth_alg_values: MDOC_ALGORITHMS,
        deviceauth_alg_values: MDOC_ALGORITHMS,
      },
    },
  }
}

interface OpenedResponse {
  format: CredentialFormat
  presentation: string
}

/** The only credential in an encrypted answer; undefined if there is none, or if it answers another request. */
async function openResponse(
  request: WalletRequest,
  response: string,
  kinds: readonly AcceptedCredential[],
): Promise<OpenedResponse | undefined> {
  const content = await decrypt(request.key, response)
  if (!content) return undefined
  const { vp_token: token, state } = content
  if (!isObject(token) || (request.transport !== 'browser' && state !== request.id)) return undefined
  const entries = Object.entries(token)
  const [id, presentations] = entries[0] ?? []
  const asked = askedBy(request, kinds).find((each) => each.id === id)
  const [first, ...others] = Array.isArray(presentations) ? presentations : []
  if (!asked || entries.length > 1 || others.length > 0) return undefined
  const presentation = asked.format === 'dc+sd-jwt' && isObject(first) ? compactOrNone(first) : first
  return typeof presentation === 'string' ? { format: asked.format, presentation } : undefined
}

function compactOrNone(json: unknown): string | undefined {
  try {
    return compactSdJwt(json)
  } catch (error) {
    if (error instanceof Unusable) return undefined
    throw error
  }
}

/** What a request asks for: the tenant's own credential, an age, or an identity. */
function queryOf({ issued, ageOver, withPortrait }: WalletRequest, kinds: readonly AcceptedCredential[]) {
  if (issued !== undefined) return issuedQuery(issued)
  return ageOver === undefined ? walletQuery(withPortrait, kinds) : ageQuery(ageOver, withPortrait, kinds)
}

/** Without OpenID4VP, only an identity is asked for. */
const asksIdentity = ({ issued, ageOver }: WalletRequest) => issued === undefined && ageOver === undefined

const askedBy = (
  request: WalletRequest,
  kinds: readonly AcceptedCredential[],
): readonly { id: string; format: CredentialFormat }[] => queryOf(request, kinds).credentials

/** The kinds of the operator's own file are kept with what was presented, so that it can be verified again. */
function ownKinds(
  format: CredentialFormat,
  type: string | undefined,
  kinds: readonly AcceptedCredential[],
): { kinds?: readonly AcceptedCredential[] } {
  const found = type === undefined ? [] : kindsOf(format, type, kinds)
  return found.some((kind) => !ACCEPTED_CREDENTIALS.includes(kind)) ? { kinds: found } : {}
}

/** The JSON in an encrypted answer; undefined if it cannot be decrypted with this key and the offered algorithms. */
export async function decrypt(key: JsonWebKey, response: string) {
  try {
    const { plaintext } = await compactDecrypt(response, createPrivateKey({ key, format: 'jwk' }), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: CONTENT_ENCRYPTION,
    })
    return jsonOf(plaintext)
  } catch (error) {
    // The answer cannot be decrypted. jose has an error with a code for every possible reason.
    if (error instanceof Unusable || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}

/** The operator's key, its certificates in the form of tokens, and the client identifier for wallets. */
function openIdentity({ certificates, key, clientId, baseUrl }: WalletVerifier) {
  const [own, ...others] = certificatesIn(certificates)
  if (!own) throw new Error('WALLET_CERTIFICATE: has no certificate in PEM')
  const privateKey = readKey(key)
  if (!own.checkPrivateKey(privateKey)) throw new Error('WALLET_KEY: is not the key of WALLET_CERTIFICATE')
  const host = new URL(baseUrl).hostname
  if (clientId === 'x509_san_dns' && own.checkHost(host) === undefined)
    throw new Error(`WALLET_CLIENT_ID: the certificate does not name ${host}, which is the host of BASE_URL`)
  const chain = [own, ...others.filter((each) => each.issuer !== each.subject)].map(({ raw }) => raw.toString('base64'))
  const name = clientId === 'x509_san_dns' ? host : createHash('sha256').update(own.raw).digest('base64url')
  return { key: privateKey, chain, clientId: `${clientId}:${name}` }
}

function readKey(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error('WALLET_KEY: is not a private key in PEM')
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('WALLET_KEY: must be a key on P-256, which every wallet supports (HAIP 1.0)')
  return key
}
