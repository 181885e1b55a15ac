import {
  createHash,
  createPrivateKey,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { Openid4vpClient } from '@openid4vc/openid4vp'
import {
  CoseKey,
  cborDecode,
  cborEncode,
  DateOnly,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  ItemsRequest,
  type MdocContext,
  Issuer as MdocIssuer,
  QrHandover,
  SessionTranscript,
} from '@owf/mdoc'
import { SDJwtInstance } from '@sd-jwt/core'
import { CompactEncrypt, calculateJwkThumbprint, compactVerify, importJWK } from 'jose'
import { es256, type HolderKey, type Issuer, makeHolderKey, PID } from './issuer.ts'
import { PID_CLAIMS, PID_MDOC } from './person.ts'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** SD-JWT by the library of the Open Wallet Foundation, with these keys. */
export function sdJwtLibrary(issuer: KeyObject, holder: KeyObject) {
  const checks = (key: KeyObject) => (data: string, signature: string) =>
    verify('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  return new SDJwtInstance({
    hasher: (data, algorithm) =>
      createHash(algorithm.replace('-', ''))
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    hashAlg: 'sha-256',
    saltGenerator: (length) => randomBytes(length).toString('base64url'),
    signAlg: 'ES256',
    signer: (data) => es256(issuer, data).toString('base64url'),
    verifier: checks(issuer),
    kbSignAlg: 'ES256',
    kbSigner: (data) => es256(holder, data).toString('base64url'),
    kbVerifier: checks(holder),
  })
}

/** What the mdoc library leaves to its caller. MACs and chains of certificates are not asked for here. */
const notAsked = () => {
  throw new Error('not asked for in these tests')
}
const context: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ bytes }) => sha256(bytes),
    calculateEphemeralMacKey: notAsked,
  },
  cose: {
    sign1: {
      sign: ({ key, toBeSigned }) => es256(createPrivateKey({ key: key.jwk as JsonWebKey, format: 'jwk' }), toBeSigned),
      verify: async ({ key, sign1 }) => {
        const { toBeSigned, signature } = sign1
        const publicKey = { key: key.jwk as JsonWebKey, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const
        return verify('sha256', toBeSigned, publicKey, signature)
      },
    },
    mac0: { sign: notAsked, verify: notAsked },
  },
  x509: {
    getIssuerNameField: notAsked,
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk(new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) as Record<string, unknown>),
    verifyCertificateChain: notAsked,
    getCertificateData: notAsked,
  },
}

const keyOf = ({ privateKey }: Pick<HolderKey, 'privateKey'>) =>
  CoseKey.fromJwk({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256' } as Record<string, unknown>)

const verifyJwt = async (signer: { method: string; x5c?: string[] }, { compact }: { compact: string }) => {
  const certificate = new X509Certificate(Buffer.from(signer.x5c?.[0] ?? '', 'base64'))
  await compactVerify(compact, certificate.publicKey)
  return { verified: true, signerJwk: certificate.publicKey.export({ format: 'jwk' }) as { kty: string } } as const
}

export interface BrowserRequest {
  protocol: string
  data: Record<string, string>
}

interface Held {
  country: string
  portrait: Uint8Array
  now: Date
  mdocOf?: { type: string; space: string }
}

/**
 * A wallet that is made of other people's libraries alone: it holds a PID in both formats, or as its mdoc a driving licence.
 * `fetcher` reaches the service.
 */
export async function makeForeignWallet(
  issuer: Issuer,
  { country, portrait, now, mdocOf = PID_MDOC }: Held,
  fetcher: typeof fetch,
) {
  const device = makeHolderKey()
  const seconds = Math.floor(now.getTime() / 1000)
  const end = new Date(now.getTime() + 86_400_000)
  const certificates = [issuer.signer.certificate]
  const sdJwt = sdJwtLibrary(issuer.signer.key.privateKey, device.privateKey)
  const picture = `data:image/jpeg;base64,${Buffer.from(portrait).toString('base64')}`
  const claims = { ...PID_CLAIMS, issuing_country: country, picture }
  const credential = await sdJwt.issue(
    {
      iss: 'https://issuer.example',
      vct: PID,
      iat: seconds - 60,
      exp: seconds + 86_400,
      cnf: { jwk: device.jwk },
      ...claims,
    },
    { _sd: Object.keys(claims) as (keyof typeof claims)[] },
    { header: { typ: 'dc+sd-jwt', x5c: certificates.map((bytes) => Buffer.from(bytes).toString('base64')) } },
  )
  const mdoc = await new MdocIssuer(mdocOf.type, context)
    .addIssuerNamespace(mdocOf.space, {
      family_name: claims.family_name,
      given_name: claims.given_name,
      birth_date: new DateOnly(claims.birthdate),
      expiry_date: new DateOnly(claims.date_of_expiry),
      document_number: claims.document_number,
      nationality: 'UT',
      portrait,
      issuing_country: country,
    })
    .sign({
      signingKey: keyOf(issuer.signer.key),
      algorithm: -7,
      digestAlgorithm: 'SHA-256',
      validityInfo: { signed: now, validFrom: now, validUntil: end },
      deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...device.jwk }) },
      certificates,
    } as Parameters<MdocIssuer['sign']>[0])

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

  const present = (deviceRequest: DeviceRequest, sessionTranscript: SessionTranscript) =>
    Holder.createDeviceResponseForDeviceRequest(
      { deviceRequest, sessionTranscript, issuerSigned: [mdoc], signature: { signingKey: keyOf(device) } },
      context,
    )

  /** Answers OpenID4VP with the credential of one format, from a link or from the browser at an origin. */
  async function answer(format: 'dc+sd-jwt' | 'mso_mdoc', request: object | string, origin?: string) {
    const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: request as string })
    const resolved = await client.resolveOpenId4vpAuthorizationRequest({
      authorizationRequestPayload: parsed.params,
      ...(origin && { origin }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: what the library read of the request
    const payload = resolved.authorizationRequestPayload as any
    const asked = payload.dcql_query.credentials.find(
      (each: { format: string; meta: { doctype_value?: string } }) =>
        each.format === format && (each.meta.doctype_value ?? mdocOf.type) === mdocOf.type,
    )
    const [jwk] = payload.client_metadata.jwks.keys
    const jwkThumbprint = Buffer.from(await calculateJwkThumbprint(jwk), 'base64url')
    const { nonce, client_id: clientId, response_uri: responseUri } = payload
    const paths: string[][] = asked.claims.map(({ path }: { path: string[] }) => path)
    const presentation =
      format === 'dc+sd-jwt'
        ? await sdJwt.present(credential, Object.fromEntries(paths.map(([name]) => [name, true])), {
            kb: { payload: { iat: seconds, nonce, aud: origin ? `origin:${origin}` : clientId } },
          })
        : (
            await present(
              DeviceRequest.create({ docRequests: [docRequest(asked.meta.doctype_value, paths)] }),
              origin
                ? await SessionTranscript.forOid4VpDcApi({ origin, nonce, jwkThumbprint }, context)
                : await SessionTranscript.forOid4Vp({ clientId, nonce, responseUri, jwkThumbprint }, context),
            )
          ).encodedForOid4Vp
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
    return { client, payload, response }
  }

  return {
    /** Through the browser: the answer as the page gets it. */
    async inBrowser(format: 'dc+sd-jwt' | 'mso_mdoc', { data }: BrowserRequest, origin: string): Promise<string> {
      const { response } = await answer(format, { request: data.request }, origin)
      return response.jarm?.responseJwt ?? ''
    },
    /** By a link: posts its answer itself; what the service said to it. */
    async byLink(format: 'dc+sd-jwt' | 'mso_mdoc', link: string): Promise<Response> {
      const { payload, response } = await answer(format, link)
      const sent = await client.submitOpenid4vpAuthorizationResponse({
        authorizationRequestPayload: payload,
        authorizationResponsePayload: response.authorizationResponsePayload,
        jarm: response.jarm,
      } as Parameters<typeof client.submitOpenid4vpAuthorizationResponse>[0])
      return sent.response as Response
    },
    /** Through the browser without OpenID4VP (ISO/IEC 18013-7, annex C): it checks the reader's signature first. */
    async byIso({ data }: BrowserRequest, origin: string): Promise<string> {
      const { deviceRequest: bytes = '', encryptionInfo = '' } = data
      const [, info] = cborDecode(Buffer.from(encryptionInfo, 'base64url')) as [
        string,
        Map<string, Map<number, Uint8Array>>,
      ]
      const handover = ['dcapi', sha256(cborEncode([encryptionInfo, origin]))]
      const transcript = new HandoverTranscript(handover)
      const deviceRequest = DeviceRequest.decode(Buffer.from(bytes, 'base64url'))
      const isFaulty: string[] = []
      await Holder.verifyDeviceRequest(
        {
          deviceRequest,
          sessionTranscript: transcript,
          verificationCallback: ({ status, check }) => void (status === 'FAILED' && isFaulty.push(check)),
        },
        context,
      )
      if (isFaulty.length > 0) throw new Error(isFaulty.join())
      const plain = (await present(deviceRequest, transcript)).encode()
      const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
      const key = info.get('recipientPublicKey')
      const point = Buffer.concat([Uint8Array.of(4), key?.get(-2) ?? [], key?.get(-3) ?? []] as Uint8Array[])
      const recipientPublicKey = await suite.kem.deserializePublicKey(Uint8Array.from(point).buffer)
      const sender = await suite.createSenderContext({
        recipientPublicKey,
        info: Uint8Array.from(transcript.encode()).buffer,
      })
      const cipherText = new Uint8Array(await sender.seal(Uint8Array.from(plain).buffer))
      const sealed = new Map([
        ['enc', new Uint8Array(sender.enc)],
        ['cipherText', cipherText],
      ])
      return Buffer.from(cborEncode(['dcapi', sealed])).toString('base64url')
    },
  }
}

/** The library knows no handover of annex C; what it signs over is the transcript as this writes it. */
class HandoverTranscript extends SessionTranscript {
  readonly #handover: unknown

  constructor(handover: unknown) {
    super({ deviceEngagement: null, eReaderKey: null, handover: QrHandover.create() })
    this.#handover = handover
  }

  override get encodedStructure(): [null, null, unknown] {
    return [null, null, this.#handover]
  }
}

/** A request of an mdoc as DCQL has it, in the words of ISO/IEC 18013-5. */
function docRequest(docType: string, paths: string[][]): DocRequest {
  const spaces = Map.groupBy(paths, ([space = '']) => space)
  const namespaces = Object.fromEntries(
    [...spaces].map(([space, all]) => [space, Object.fromEntries(all.map(([, name = '']) => [name, true]))]),
  )
  return DocRequest.create({ itemsRequest: ItemsRequest.create({ docType, namespaces }) })
}
