import { createServer, request as open } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Balancer {
  address: string
  /** The number of nodes that currently get requests. */
  ready(): number
  close(): Promise<void>
}

const ASK_EVERY_MS = 500
const ANSWER_MS = 2_000

/** Sends requests in turn to the nodes whose /healthz answers 200, like nginx or a cloud load balancer. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const ready = new Set(nodes)
  let turn = 0
  const ask = async (node: string) => {
    const answer = await fetch(`${node}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) ready.add(node)
    else ready.delete(node)
  }
  const asking = nodes.map((node) => setInterval(() => void ask(node), ASK_EVERY_MS))
  const server = createServer((request, response) => {
    const [...among] = ready
    const node = among[turn++ % among.length]
    const fail = (status: number) => {
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      else response.destroy()
    }
    if (!node) return fail(503)
    const { method, url, headers } = request
    const passed = open(`${node}${url}`, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    passed.on('error', () => fail(502))
    response.on('close', () => passed.destroy())
    request.on('error', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.size,
    close: () => {
      for (const timer of asking) clearInterval(timer)
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
