/** What the Digital Credentials API hands over (W3C Digital Credentials). */
interface DigitalCredential {
  data: { response?: unknown } | null
}

/**
 * Can this browser ask a wallet itself? In a frame it is not tried: the embedding page would have to allow it, and a refusal
 * looks like a person who said no.
 */
export const hasBrowserWallet = (framed: boolean): boolean =>
  !framed && 'DigitalCredential' in window && typeof navigator.credentials?.get === 'function'

/** Asks through the browser. Undefined when the person said no or nothing fits; the browser does not say which. */
export async function askBrowserWallet(protocol: string, request: string): Promise<string | undefined> {
  const digital = { requests: [{ protocol, data: { request } }] }
  try {
    const options = { digital, mediation: 'required' } as CredentialRequestOptions
    const { credentials: store } = navigator
    const found = (await store.get(options)) as unknown as DigitalCredential | null
    const response = found?.data?.response
    return typeof response === 'string' ? response : undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
