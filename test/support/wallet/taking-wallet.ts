import { createHash } from 'node:crypto'
import { type HolderKey, makeHolderKey, signJwt } from './issuer.ts'
import { encryptAnswer, type RequestObject } from './software-wallet.ts'

interface Offer {
  credential_issuer: string
  credential_configuration_ids: string[]
  grants: Record<string, { 'pre-authorized_code': string }>
}

const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

export const readOffer = (link: string): Offer =>
  JSON.parse(new URL(link).searchParams.get('credential_offer') ?? '{}') as Offer

export const codeOf = (offer: Offer): string => offer.grants[PRE_AUTHORIZED]?.['pre-authorized_code'] ?? ''

/** What a proof can have wrong in it. */
export interface WrongProof {
  audience?: string
  nonce?: string
  /** Signs with another key than the one in its header. */
  otherKey?: true
  typ?: string
  /** Names a key in addition to the one in its header. */
  kid?: string
  at?: number
}

interface Call {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  payload?: object | string
}

/** The service as a wallet reaches it: an application in the same process, or one behind an address. */
interface Reached {
  // biome-ignore lint/suspicious/noExplicitAny: what a service answers is looked at by the test
  inject(call: Call): Promise<{ statusCode: number; json(): any }>
}

/** The service behind an address. */
export const reachedAt = (base: string): Reached => ({
  async inject({ method = 'GET', url, headers = {}, payload }) {
    const isText = payload === undefined || typeof payload === 'string'
    const answer = await fetch(new URL(url, base), {
      method,
      headers: { ...(!isText && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && { body: isText ? payload : JSON.stringify(payload) }),
    })
    const body: unknown = await answer.json()
    return { statusCode: answer.status, json: () => body }
  },
})

/** A wallet in software that takes a credential by OpenID4VCI 1.0 and presents it again; it knows nothing but the offer. */
export function makeTakingWallet(app: Reached, at: () => number, device: HolderKey = makeHolderKey()) {
  const pathOf = (address: string) => new URL(address).pathname
  const wellKnown = async (name: string, issuer: string) =>
    (await app.inject({ url: `/.well-known/${name}${pathOf(issuer)}` })).json()

  const redeem = (offer: Offer, code = codeOf(offer)) =>
    app.inject({
      method: 'POST',
      url: `${pathOf(offer.credential_issuer)}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code }).toString(),
    })
  const drawNonce = async (issuer: string): Promise<string> =>
    (await app.inject({ method: 'POST', url: `${pathOf(issuer)}/nonce` })).json().c_nonce
  const prove = async (issuer: string, wrong: WrongProof = {}) => {
    const nonce = wrong.nonce ?? (await drawNonce(issuer))
    const key = wrong.otherKey ? makeHolderKey().privateKey : device.privateKey
    const header = {
      alg: 'ES256',
      typ: wrong.typ ?? 'openid4vci-proof+jwt',
      jwk: device.jwk,
      ...(wrong.kid && { kid: wrong.kid }),
    }
    return signJwt(header, { aud: wrong.audience ?? issuer, iat: wrong.at ?? at(), nonce }, key)
  }
  const ask = (issuer: string, token: string, proof: string, id = 'identity_verified') =>
    app.inject({
      method: 'POST',
      url: `${pathOf(issuer)}/credential`,
      headers: { authorization: `Bearer ${token}` },
      payload: { credential_configuration_id: id, proofs: { jwt: [proof] } },
    })

  return {
    device,
    wellKnown,
    redeem,
    drawNonce,
    prove,
    ask,
    /** Reads the offer and the issuer's metadata, and comes back with the credential. */
    async take(link: string): Promise<string> {
      const offer = readOffer(link)
      const metadata = await wellKnown('openid-credential-issuer', offer.credential_issuer)
      const server = await wellKnown('oauth-authorization-server', offer.credential_issuer)
      if (metadata.credential_issuer !== offer.credential_issuer || server.issuer !== offer.credential_issuer)
        throw new Error('the metadata is of another issuer')
      const token = (await redeem(offer)).json().access_token
      const answer = await ask(offer.credential_issuer, token, await prove(offer.credential_issuer))
      return answer.json().credentials[0].credential
    },
    /** Presents a credential with these claims open. */
    async present(
      credential: string,
      request: RequestObject,
      origin: string,
      { names = ['picture'], id = 'issued', key = device.privateKey } = {},
    ): Promise<string> {
      const [token = '', ...disclosures] = credential.split('~').filter(Boolean)
      const shown = disclosures.filter((text) =>
        names.includes(JSON.parse(Buffer.from(text, 'base64url').toString())[1]),
      )
      const presented = `${[token, ...shown].join('~')}~`
      const audience = request.response_mode === 'dc_api.jwt' ? `origin:${origin}` : request.client_id
      const payload = {
        nonce: request.nonce,
        aud: audience,
        iat: at(),
        sd_hash: createHash('sha256').update(presented).digest('base64url'),
      }
      return encryptAnswer(request, id, presented + signJwt({ alg: 'ES256', typ: 'kb+jwt' }, payload, key))
    },
  }
}

/** The claims that a credential states, opened. */
export function claimsOf(credential: string): Record<string, unknown> {
  const [token = '', ...disclosures] = credential.split('~').filter(Boolean)
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const opened = disclosures.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()).slice(1))
  return { ...payload, ...Object.fromEntries(opened) }
}
