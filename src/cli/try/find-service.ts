import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '../support/usage.ts'

/** How long a service that is just starting is waited for. */
const PATIENCE_MS = 60_000

/** The address of the service that listens on this port of the machine; undefined where nothing does. */
export async function findService(port: number): Promise<string | undefined> {
  if (port === 0) return undefined
  const address = `http://127.0.0.1:${port}`
  const last = Date.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(`${address}/healthz`, { redirect: 'manual' }).catch(() => undefined)
    if (!response) return undefined
    const answer = (await response.json().catch(() => undefined)) as { status?: unknown; code?: unknown } | undefined
    if (response.status === 200 && answer?.status === 'ready') return address
    if (response.status !== 503 || answer?.code !== 'SERVICE_UNAVAILABLE')
      throw new UsageError(`something else listens on port ${port}: set PORT to another`)
    if (Date.now() > last) throw new UsageError(`the service on port ${port} is not ready: see ${address}/healthz`)
    await wait(500)
  }
}
