import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  url: string
  host: string
  /** Statuses received so far, by session, in order of arrival. */
  received: Map<string, string[]>
  /** When the first event of a session arrived, in milliseconds. */
  arrived: Map<string, number>
  close(): Promise<void>
}

/** Receives webhooks and records them; sometimes it fails, like real receivers. */
export async function startReceiver(failEvery = 5): Promise<Receiver> {
  const received = new Map<string, string[]>()
  const arrived = new Map<string, number>()
  let calls = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    calls += 1
    if (calls % failEvery === 0) return response.writeHead(500).end()
    const { sessionId, status } = JSON.parse(Buffer.concat(parts).toString()) as { sessionId: string; status: string }
    if (!arrived.has(sessionId)) arrived.set(sessionId, Date.now())
    received.set(sessionId, [...(received.get(sessionId) ?? []), status])
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    host,
    received,
    arrived,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Accepts every request and answers none. */
export async function startHangingReceiver(): Promise<Pick<Receiver, 'url' | 'host' | 'close'>> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    host,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
