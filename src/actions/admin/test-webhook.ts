import { randomUUID } from 'node:crypto'
import { type Post, signedHeaders } from '../upkeep/deliver-webhooks.ts'

/** Of a session that does not exist, so that a receiver who takes it for real finds nothing. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000'

/** Sends one signed event now, outside the queue, and says what came back. */
export async function sendTestWebhook(
  { url, secret }: { url: string; secret: string },
  now: Date,
  post: Post,
): Promise<{ answered?: number; problem?: string }> {
  const body = JSON.stringify({ sessionId: NO_SESSION, status: 'PENDING', externalId: 'test' })
  try {
    return { answered: await post(url, signedHeaders(`msg_test_${randomUUID()}`, now, body, secret), body) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
