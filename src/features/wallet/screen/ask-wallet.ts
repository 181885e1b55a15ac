import type { Kept } from '../../../apps/hosted-page/frame.ts'
import type { CredentialRequest, WalletRequestResponse } from '../contract/credential.ts'

export type BrowserAnswer = Required<Pick<CredentialRequest, 'protocol' | 'response'>>

/** The result of the Digital Credentials API (W3C Digital Credentials). */
interface DigitalCredential {
  protocol?: BrowserAnswer['protocol']
  data: { response?: unknown } | null
}

/** What the embedding page allows; browsers without this API have no such policy. */
interface FeaturePolicy {
  allowsFeature(name: string): boolean
}

/**
 * Whether this browser can ask a wallet itself. In a frame the embedding page must allow it: a refusal by policy looks
 * like a person who declined.
 */
export function hasBrowserWallet(framed: boolean): boolean {
  if (!('DigitalCredential' in window) || typeof navigator.credentials?.get !== 'function') return false
  const { featurePolicy } = document as Document & { featurePolicy?: FeaturePolicy }
  return !framed || featurePolicy?.allowsFeature('digital-credentials-get') === true
}

/** Asks through the browser. Undefined when the person declined or nothing matches; the browser does not say which. */
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

const RETURN = 'limen-wallet'

/** Stores the page's state for the tab that a wallet on this device opens. False if the browser stores nothing. */
export function keepForReturn(): boolean {
  return inStorage(() => localStorage.setItem(RETURN, JSON.stringify({ kept: history.state, search: location.search })))
}

/** Removes that state once the wallet has answered or is no longer waited for. */
export function forgetReturn(): void {
  inStorage(() => localStorage.removeItem(RETURN))
}

function inStorage(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** If a wallet returned with its code to the browser that asked it, the session continues here. */
export async function comeBack(): Promise<void> {
  const responseCode = /^#response_code=([A-Za-z0-9_-]{22})$/.exec(location.hash)?.[1]
  let left: string | null = null
  inStorage(() => {
    left = localStorage.getItem(RETURN)
  })
  if (responseCode === undefined || left === null) return
  forgetReturn()
  const { kept: before, search } = JSON.parse(left) as { kept: Kept; search: string }
  history.replaceState(before, '', `${location.pathname}${search}`)
  const headers = { authorization: `Bearer ${before.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ responseCode })
  // The result is in the session, which the page loads next; if there is none, the wallet can be asked again.
  await fetch('/api/v1/enrolment/credential', { method: 'POST', headers, body }).catch(() => undefined)
}
