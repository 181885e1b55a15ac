import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Post } from '../../../kernel/events/deliver-webhooks.ts'
import type { WebhookBody } from '../../../kernel/session/contract/events.ts'
import type { Clock } from '../../../platform/clock.ts'
import { keepRecent } from '../../../platform/keep-recent.ts'
import { resource } from '../../../platform/resources.ts'

/** A webhook as the demo's receiver accepted it. */
interface ReceivedWebhook {
  id: string
  receivedAt: string
  status: WebhookBody['status']
  signature: string
  /** Whether the signature is the one that the secret gives for this id, time and body. */
  verified: boolean
}

export interface DemoInbox {
  /** Accepts a webhook as an integrator's server would, and answers an HTTP status. */
  receive(headers: Record<string, string>, body: string): Promise<number>
  /** The webhooks of a session, oldest first. */
  of(sessionId: string): ReceivedWebhook[]
}

/** Sessions of the demo have this prefix; nothing is kept of others. */
const DEMO_REFERENCE = 'demo'
const MOST_SESSIONS = 200
/** Standard Webhooks: an older message may be a replay, and is refused. */
const TOLERANCE_SECONDS = 300

/** The secrets of a tenant's webhooks. */
type SecretsOf = (tenant: string) => Promise<readonly string[]>

/** The demo's own receiver: in this process and in memory, verifying according to Standard Webhooks. */
export function demoInbox(secretsOf: SecretsOf, clock: Clock): DemoInbox {
  const received = new Map<string, ReceivedWebhook[]>()

  return {
    async receive(headers, body) {
      const { sessionId, status, tenant, externalId } = JSON.parse(body) as WebhookBody
      if (externalId !== DEMO_REFERENCE) return 204
      const secrets = await secretsOf(tenant)
      const verified = secrets.some((secret) => isSigned(headers, body, secret, clock()))
      const entry = {
        id: headers['webhook-id'] ?? '',
        receivedAt: clock().toISOString(),
        status,
        signature: headers['webhook-signature'] ?? '',
        verified,
      }
      const known = received.get(sessionId) ?? []
      keepRecent(received, sessionId, [...known.filter(({ id }) => id !== entry.id), entry], MOST_SESSIONS)
      return verified ? 204 : 401
    },
    of: (sessionId) => received.get(sessionId) ?? [],
  }
}

/**
 * As https://www.standardwebhooks.com says: one of the signatures is that of `id.timestamp.body`, and the time is now.
 */
function isSigned(headers: Record<string, string>, body: string, secret: string, now: Date): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Where webhooks of test sessions go without an address, while there is a demo. No tenant can name it. */
export const DEMO_ADDRESS = 'demo:inbox'

const FOLDER = resource('src/apps/demo/server/pictures')

/** A picture to try the service with; `npm run lab -- demonstration` drew them. */
export const demonstrationPicture = (name: DemonstrationPicture): Promise<Uint8Array> =>
  readFile(`${FOLDER}/${name}.jpg`)

export const isDemonstrationPicture = (name: string): name is DemonstrationPicture =>
  (DEMONSTRATION_PICTURES as readonly string[]).includes(name)

/** Delivers the demo's webhooks to its receiver, and everything else over the network. */
export const postWithDemo =
  (demo: DemoInbox, post: Post): Post =>
  async (url, headers, body) =>
    url === DEMO_ADDRESS ? demo.receive(headers, body) : post(url, headers, body)

/** The pictures to try the service with, by name: /demo/pictures/NAME.jpg of a service with its demo. */
export const DEMONSTRATION_PICTURES = [
  'passport',
  'card-front',
  'card-back',
  'passport-expired',
  'passport-changed-digit',
  'passport-wrong-check-digit',
  'passport-without-mrz',
  'passport-on-screen',
  'passport-grey-copy',
  'passport-blurred-portrait',
  'licence-front',
  'licence-back',
  'table',
  'selfie',
  'selfie-of-another',
  'selfie-from-the-document',
  'selfie-turned',
  'selfie-at-the-border',
  'selfie-cropped',
  'selfie-covered',
  'selfie-too-close',
  'selfie-too-small',
  'selfie-of-two',
] as const
export type DemonstrationPicture = (typeof DEMONSTRATION_PICTURES)[number]
