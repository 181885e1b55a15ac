import { isLoopback } from '../../domain/text/origin.ts'
import type { Guard } from './fetch-guarded.ts'

/** Where webhooks may go: to what is public, to what the operator allows, and the loopback address that she named as WEBHOOK_URL herself. */
export function guardWebhooks(allowedHosts: readonly string[], webhookUrl: string | undefined): Guard {
  const own = webhookUrl && isLoopback(new URL(webhookUrl).hostname) ? [new URL(webhookUrl).host] : []
  return { kind: 'webhook', allowedHosts: [...allowedHosts, ...own], setting: 'ALLOWED_HOSTS' }
}
