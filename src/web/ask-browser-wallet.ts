import type { CredentialRequest, WalletRequestResponse } from '../capabilities/wallet/contract/credential.ts'

export type BrowserAnswer = Required<Pick<CredentialRequest, 'protocol' | 'response'>>

/** What the Digital Credentials API hands over (W3C Digital Credentials). */
interface DigitalCredential {
  protocol?: BrowserAnswer['protocol']
  data: { response?: unknown } | null
}

/** Says what the embedding page allows; browsers without it have no such question. */
interface FeaturePolicy {
  allowsFeature(name: string): boolean
}

/**
 * Can this browser ask a wallet itself? In a frame only where the embedding page allows it: a refusal by policy looks like a
 * person who said no.
 */
export function hasBrowserWallet(framed: boolean): boolean {
  if (!('DigitalCredential' in window) || typeof navigator.credentials?.get !== 'function') return false
  const { featurePolicy } = document as Document & { featurePolicy?: FeaturePolicy }
  return !framed || featurePolicy?.allowsFeature('digital-credentials-get') === true
}

/** Asks through the browser. Undefined when the person said no or nothing fits; the browser does not say which. */
export async function askBrowserWallet(
  requests: WalletRequestResponse['requests'],
): Promise<BrowserAnswer | undefined> {
  const digital = { requests }
  try {
    const options = { digital, mediation: 'required' } as CredentialRequestOptions
    const { credentials: store } = navigator
    const found = (await store.get(options)) as unknown as DigitalCredential | null
    const response = found?.data?.response
    const { protocol = 'openid4vp-v1-signed' } = found ?? {}
    return typeof response === 'string' ? { protocol, response } : undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
