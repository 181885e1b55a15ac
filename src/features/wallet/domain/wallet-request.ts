import type { CredentialRefusal } from '../../../kernel/vocabulary.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureReadings {
    /** The request that a wallet has not answered yet. */
    walletRequest?: WalletRequest
    /** Why the last answer by link was refused, for the page that waits for it. */
    walletRefusal?: CredentialRefusal
  }
}

/**
 * How a wallet is asked: through the browser (Digital Credentials API), by a link that is scanned on another device, or
 * by a link that is opened on this device and leads back to the page (HAIP 1.0, 5.1).
 */
export const WALLET_TRANSPORTS = ['browser', 'link', 'redirect'] as const
export type WalletTransport = (typeof WALLET_TRANSPORTS)[number]

/**
 * The protocols that a browser passes on to wallets: OpenID4VP, and ISO/IEC 18013-7 annex C, which is only for mdocs.
 */
export const BROWSER_PROTOCOLS = ['openid4vp-v1-signed', 'org-iso-mdoc'] as const
export type BrowserProtocol = (typeof BROWSER_PROTOCOLS)[number]

/** The request to a wallet, until it is answered. */
export interface WalletRequest {
  /** Random; part of the addresses that the wallet receives. */
  id: string
  transport: WalletTransport
  nonce: string
  /** The key that the answer is encrypted to, as JWK: made only for this request. */
  key: WalletKey
  /** Whether a portrait was asked for. */
  withPortrait: boolean
  /** The type of a tenant's own credential, if only that is requested. */
  issued?: string
  /** The limit in years, if only an age is requested. */
  ageOver?: number
  /** ISO 8601. */
  drawnAt: string
  /** With redirect: what the wallet sent. It is opened for the client that comes back with the code in this session. */
  answer?: { codeSha256: string; response: string }
}

export type WalletKey = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

/** The time in which a request can be answered, once. */
export const WALLET_MINUTES = 10

export const isRequestOpen = ({ drawnAt }: Pick<WalletRequest, 'drawnAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(drawnAt) <= WALLET_MINUTES * 60_000
