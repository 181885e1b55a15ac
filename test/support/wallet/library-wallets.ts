import { createHash, createPrivateKey, type JsonWebKey, randomBytes, sign, X509Certificate } from 'node:crypto'
import {
  DataItem as AnimoDataItem,
  DeviceResponse as AnimoDeviceResponse,
  Document as AnimoDocument,
  MDoc as AnimoMDoc,
  cborEncode as animoEncode,
} from '@animo-id/mdoc'
import { DataItem, DeviceResponse, Document, MDoc } from '@auth0/mdl'
import { cborEncode as auth0Encode } from '@auth0/mdl/lib/cbor/index.js'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import {
  CoseKey,
  DateOnly,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  ItemsRequest,
  type MdocContext,
  Issuer as MdocIssuer,
  SessionTranscript,
} from '@owf/mdoc'
import { SDJwtInstance } from '@sd-jwt/core'
import { CompactEncrypt, calculateJwkThumbprint, compactVerify, decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import { es256, type HolderKey, type Issuer, makeHolderKey, PID } from './issuer.ts'
import { MDL, PID_CLAIMS } from './person.ts'

export type Format = 'dc+sd-jwt' | 'mso_mdoc'
export type Way = 'direct_post.jwt' | 'dc_api.jwt'

/** What the library read of a request, as far as a wallet needs it. */
interface ReadRequest {
  nonce: string
  client_id: string
  response_uri: string
  dcql_query: {
    credentials: {
      id: string
      format: string
      meta: { doctype_value?: string; vct_values?: string[] }
      claims: { path: string[] }[]
    }[]
  }
  client_metadata: { jwks: { keys: JWK[] } }
}

/** What a wallet does wrong, or the credential it holds. */
export interface Wrong {
  nonce?: string
  audience?: string
  /** Seconds by which the time of signing differs. */
  later?: number
  sdHash?: true
  holderSignature?: true
  issuerSignature?: true
  status?: { uri: string; idx: number }
}

/** What a wallet presents to: read from the request, with the transcript of the session as CBOR. */
interface Session {
  nonce: string
  audience: string
  transcript: Uint8Array
  sessionTranscript: SessionTranscript
  paths: string[][]
}

interface Held {
  issuer: Issuer
  device: HolderKey
  country: string
  portrait: Uint8Array
  now: Date
  wrong: Wrong
}

/** A library that issues and presents credentials of one format. */
export interface LibraryWallet {
  /** The package, with its version in test/package.json. */
  name: string
  format: Format
  present(held: Held, session: Session): Promise<string>
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const pem = (bytes: Uint8Array) => `-----BEGIN CERTIFICATE-----\n${base64(bytes)}\n-----END CERTIFICATE-----\n`
const notAsked = () => {
  throw new Error('not asked for here')
}

const DAY_MS = 86_400_000
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** The last byte of the signature with another value. */
const broken = (token: string) => {
  const [head, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10)
  return [head, payload, bytes.toString('base64url')].join('.')
}

const sdJwt: LibraryWallet = {
  name: '@sd-jwt/core',
  format: 'dc+sd-jwt',
  async present({ issuer, device, country, portrait, now, wrong }, { nonce, audience, paths }) {
    const library = new SDJwtInstance({
      hasher: (data, algorithm) =>
        createHash(algorithm.replace('-', ''))
          .update(typeof data === 'string' ? data : Buffer.from(data))
          .digest(),
      hashAlg: 'sha-256',
      saltGenerator: (length) => randomBytes(length).toString('base64url'),
      signAlg: 'ES256',
      signer: (data) => es256(issuer.signer.key.privateKey, data).toString('base64url'),
      kbSignAlg: 'ES256',
      kbSigner: (data) => es256(device.privateKey, data).toString('base64url'),
    })
    const claims = { ...PID_CLAIMS, issuing_country: country, picture: `data:image/jpeg;base64,${base64(portrait)}` }
    const credential = await library.issue(
      {
        iss: 'https://issuer.example',
        vct: PID,
        iat: secondsOf(now) - 60,
        exp: secondsOf(now) + 86_400,
        cnf: { jwk: device.jwk },
        ...(wrong.status && { status: { status_list: wrong.status } }),
        ...claims,
      },
      { _sd: Object.keys(claims) as (keyof typeof claims)[] },
      { header: { typ: 'dc+sd-jwt', x5c: [base64(issuer.signer.certificate)] } },
    )
    const frame = Object.fromEntries(paths.map(([name]) => [name, true]))
    const shown = await library.present(credential, frame, {
      kb: { payload: { iat: secondsOf(now) + (wrong.later ?? 0), nonce, aud: audience } },
    })
    const [token = '', ...rest] = shown.split('~')
    const binding = rest.pop() ?? ''
    const parts = [wrong.issuerSignature ? broken(token) : token, ...rest].join('~')
    const changed = { ...decodeJwt(binding), sd_hash: sha256('another presentation').toString('base64url') }
    const signed = wrong.sdHash
      ? await new SignJWT(changed).setProtectedHeader({ alg: 'ES256', typ: 'kb+jwt' }).sign(device.privateKey)
      : binding
    return `${parts}~${wrong.holderSignature ? broken(signed) : signed}`
  },
}

const elementsOf = ({ country, portrait }: Pick<Held, 'country' | 'portrait'>) => ({
  family_name: PID_CLAIMS.family_name,
  given_name: PID_CLAIMS.given_name,
  document_number: PID_CLAIMS.document_number,
  nationality: 'UT',
  portrait,
  issuing_country: country,
})

const keyOf = ({ privateKey }: Pick<HolderKey, 'privateKey'>) => ({
  ...(privateKey.export({ format: 'jwk' }) as Record<string, string>),
  alg: 'ES256',
  kid: 'device',
})

const sign1 = (jwk: object, toBeSigned: Uint8Array) =>
  sign('sha256', toBeSigned, {
    key: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })

const owfContext: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ bytes }) => sha256(bytes),
    calculateEphemeralMacKey: notAsked,
  },
  cose: {
    sign1: { sign: ({ key, toBeSigned }) => sign1(key.jwk, toBeSigned), verify: notAsked },
    mac0: { sign: notAsked, verify: notAsked },
  },
  x509: {
    getIssuerNameField: notAsked,
    getPublicKey: notAsked,
    verifyCertificateChain: notAsked,
    getCertificateData: notAsked,
  },
}

const owf: LibraryWallet = {
  name: '@owf/mdoc',
  format: 'mso_mdoc',
  async present(held, { sessionTranscript, paths }) {
    const { issuer, device, now } = held
    const mdoc = await new MdocIssuer(MDL.type, owfContext)
      .addIssuerNamespace(MDL.space, {
        ...elementsOf(held),
        birth_date: new DateOnly(PID_CLAIMS.birthdate),
        expiry_date: new DateOnly(PID_CLAIMS.date_of_expiry),
      })
      .sign({
        signingKey: CoseKey.fromJwk(keyOf(issuer.signer.key)),
        algorithm: -7,
        digestAlgorithm: 'SHA-256',
        validityInfo: { signed: now, validFrom: now, validUntil: new Date(now.getTime() + DAY_MS) },
        deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...device.jwk }) },
        certificates: [issuer.signer.certificate],
      } as Parameters<MdocIssuer['sign']>[0])
    const names = Object.fromEntries(paths.map(([, name = '']) => [name, true]))
    const itemsRequest = ItemsRequest.create({ docType: MDL.type, namespaces: { [MDL.space]: names } })
    const deviceRequest = DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] })
    const signature = { signingKey: CoseKey.fromJwk(keyOf(device)) }
    const response = await Holder.createDeviceResponseForDeviceRequest(
      { deviceRequest, sessionTranscript, issuerSigned: [mdoc], signature },
      owfContext,
    )
    return response.encodedForOid4Vp
  },
}

/** The elements asked for, as these two libraries want to hear of them. */
const definitionOf = (paths: string[][]) => ({
  id: 'asked',
  input_descriptors: [
    {
      id: MDL.type,
      format: { mso_mdoc: { alg: ['ES256'] } },
      constraints: {
        limit_disclosure: 'required',
        fields: paths.map(([space, name]) => ({ path: [`$['${space}']['${name}']`], intent_to_retain: false })),
      },
    },
  ],
})

const isHeld = ([, name = '']: string[]) =>
  ['birth_date', 'expiry_date', ...Object.keys(elementsOf({ country: '', portrait: new Uint8Array() }))].includes(name)

const auth0: LibraryWallet = {
  name: '@auth0/mdl',
  format: 'mso_mdoc',
  async present(held, { transcript, paths }) {
    const { issuer, device, now } = held
    const document = await new Document(MDL.type)
      .addIssuerNameSpace(MDL.space, {
        ...elementsOf(held),
        birth_date: PID_CLAIMS.birthdate,
        expiry_date: PID_CLAIMS.date_of_expiry,
      })
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed: now, validFrom: now, validUntil: new Date(now.getTime() + DAY_MS) })
      .addDeviceKeyInfo({ deviceKey: { ...device.jwk } })
      .sign({
        issuerPrivateKey: keyOf(issuer.signer.key),
        issuerCertificate: pem(issuer.signer.certificate),
        alg: 'ES256',
      })
    const response = await DeviceResponse.from(new MDoc([document]))
      .usingPresentationDefinition(definitionOf(paths.filter(isHeld)) as never)
      .usingSessionTranscriptBytes(auth0Encode(new DataItem({ buffer: Buffer.from(transcript) })))
      .authenticateWithSignature(keyOf(device), 'ES256')
      .sign()
    return response.encode().toString('base64url')
  },
}

const animoContext = {
  crypto: {
    random: (length: number) => randomBytes(length),
    digest: ({ bytes }: { bytes: Uint8Array }) => sha256(bytes),
    calculateEphemeralMacKeyJwk: notAsked,
  },
  cose: {
    sign1: {
      sign: ({ sign1: message, jwk }: { sign1: { getRawSigningData(): { data: Uint8Array } }; jwk: object }) =>
        sign1(jwk, message.getRawSigningData().data),
      verify: notAsked,
    },
    mac0: { sign: notAsked, verify: notAsked },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }: { certificate: Uint8Array; field: string }) =>
      new X509Certificate(certificate).issuer
        .split('\n')
        .filter((line) => line.startsWith(`${field}=`))
        .map((line) => line.slice(field.length + 1)),
    getPublicKey: notAsked,
    validateCertificateChain: notAsked,
    getCertificateData: notAsked,
  },
} as never

const animo: LibraryWallet = {
  name: '@animo-id/mdoc',
  format: 'mso_mdoc',
  async present(held, { transcript, paths }) {
    const { issuer, device, now } = held
    const document = await new AnimoDocument(MDL.type, animoContext)
      .addIssuerNameSpace(MDL.space, {
        ...elementsOf(held),
        birth_date: PID_CLAIMS.birthdate,
        expiry_date: PID_CLAIMS.date_of_expiry,
      })
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed: now, validFrom: now, validUntil: new Date(now.getTime() + DAY_MS) })
      .addDeviceKeyInfo({ deviceKey: { ...device.jwk } as never })
      .sign(
        {
          issuerPrivateKey: keyOf(issuer.signer.key) as never,
          issuerCertificate: issuer.signer.certificate,
          alg: 'ES256',
        },
        animoContext,
      )
    const response = await AnimoDeviceResponse.from(new AnimoMDoc([document]))
      .usingPresentationDefinition(definitionOf(paths.filter(isHeld)) as never)
      .usingSessionTranscriptBytes(animoEncode(new AnimoDataItem({ buffer: transcript })))
      .authenticateWithSignature(keyOf(device) as never, 'ES256')
      .sign(animoContext)
    return Buffer.from(response.encode()).toString('base64url')
  },
}

export const LIBRARY_WALLETS: readonly LibraryWallet[] = [sdJwt, owf, auth0, animo]

const verifyJwt = async (signer: { method: string; x5c?: string[] }, { compact }: { compact: string }) => {
  const certificate = new X509Certificate(Buffer.from(signer.x5c?.[0] ?? '', 'base64'))
  await compactVerify(compact, certificate.publicKey)
  return { verified: true, signerJwk: certificate.publicKey.export({ format: 'jwk' }) as { kty: string } } as const
}

/** Speaks OpenID4VP for a library that only has the credential: `@openid4vc/openid4vp`. */
export function openWallet(
  library: LibraryWallet,
  held: Omit<Held, 'device' | 'wrong'>,
  fetcher: typeof fetch,
  wrong: Wrong = {},
) {
  const device = makeHolderKey()
  const client = new Openid4vpClient({
    callbacks: {
      fetch: fetcher,
      hash: (data) => sha256(data),
      verifyJwt,
      decryptJwe: notAsked,
      signJwt: notAsked,
      getX509CertificateMetadata: notAsked,
      encryptJwe: async ({ publicJwk, alg, enc }, data) => ({
        encryptionJwk: publicJwk,
        jwe: await new CompactEncrypt(Buffer.from(data))
          .setProtectedHeader({ alg, enc, ...(publicJwk.kid && { kid: publicJwk.kid }) })
          .encrypt(await importJWK(publicJwk as JsonWebKey & { kty: string }, alg)),
      }),
    },
  })

  async function answer(request: object | string, origin?: string) {
    const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: request as string })
    const resolved = await client.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: parsed.params,
      ...(origin && { origin }),
    })
    const payload = resolved.authorizationRequestPayload as unknown as ReadRequest
    const type = library.format === 'dc+sd-jwt' ? PID : MDL.type
    const asked = payload.dcql_query.credentials.find(
      ({ format, meta }) =>
        format === library.format && (meta.doctype_value === type || meta.vct_values?.includes(type)),
    )
    const [jwk] = payload.client_metadata.jwks.keys
    if (!asked || !jwk) throw new Error('the request asks for nothing that this wallet has')
    const jwkThumbprint = Buffer.from(await calculateJwkThumbprint(jwk), 'base64url')
    const { client_id: clientId, response_uri: responseUri } = payload
    const nonce = wrong.nonce ?? payload.nonce
    const sessionTranscript = origin
      ? await SessionTranscript.forOid4VpDcApi({ origin, nonce, jwkThumbprint }, owfContext)
      : await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri, jwkThumbprint }, owfContext)
    const presentation = await library.present(
      { ...held, device, wrong },
      {
        nonce,
        audience: wrong.audience ?? (origin ? `origin:${origin}` : clientId),
        transcript: sessionTranscript.encode(),
        sessionTranscript,
        paths: asked.claims.map(({ path }) => path),
      },
    )
    const response = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: payload,
      ...(origin && { origin }),
      authorizationResponsePayload: { vp_token: { [asked.id]: [presentation] } },
      jarm: {
        encryption: { nonce: randomBytes(16).toString('base64url') },
        serverMetadata: {
          authorization_encryption_alg_values_supported: ['ECDH-ES'],
          authorization_encryption_enc_values_supported: ['A128GCM'],
        },
      },
    } as Parameters<typeof client.createOpenid4vpAuthorizationResponse>[0])
    return { payload, response }
  }

  return {
    /** Through the browser: the answer as the page gets it. */
    async inBrowser(request: string, origin: string): Promise<string> {
      const { response } = await answer({ request }, origin)
      return response.jarm?.responseJwt ?? ''
    },
    /** By a link: it fetches the request and posts its answer itself. */
    async byLink(link: string): Promise<Response> {
      const { payload, response } = await answer(link)
      const sent = await client.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: payload,
        authorizationResponsePayload: response.authorizationResponsePayload,
        jarm: response.jarm,
      } as Parameters<typeof client.submitOpenid4vpAuthorizationResponse>[0])
      return sent.response as Response
    },
  }
}
