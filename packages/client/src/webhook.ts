import type { WebhookBody } from './types.ts'

/** Why a call is not to be believed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** Headers as your framework gives them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Checks that a webhook comes from your service and is no older than five minutes, and gives what it says. `body` is the
 * text as it came, not parsed. Several secrets hold while one is replaced by another. Remember the `id`: a webhook may come
 * more than once.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { now = Date.now(), toleranceSeconds = 300 }: { now?: number; toleranceSeconds?: number } = {},
): Promise<WebhookBody & { id: string }> {
  const [id, timestamp, signatures] = [NAMES.id, NAMES.timestamp, NAMES.signature].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('the headers of a signed webhook are missing')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('the time of the webhook cannot be read')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('the webhook is too old, or from the future')

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? (bytesOf(each.slice(3)) ?? []) : []))
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    // The platform compares in constant time.
    for (const signature of given) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return { ...(JSON.parse(text) as WebhookBody), id }
    }
  }
  throw new WebhookError('no signature fits')
}

const NAMES = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' } as const

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(entry) ? entry[0] : entry
}

/** `whsec_` and Base64, or any other text as it is. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : new TextEncoder().encode(secret)
  if (!bytes?.length) throw new TypeError('a webhook secret is empty or not Base64')
  return bytes
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
