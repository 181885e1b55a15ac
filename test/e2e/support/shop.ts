import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameMessage } from '../../../src/kernel/session/contract/events.ts'

/** An integrator's own site, on another origin than the service. */
export interface Shop {
  origin: string
  /** Where people come back to. */
  returnUrl: string
  /** A page that embeds the address in a narrow column, with the service's script or with a bare frame. */
  embedding(address: string, how?: 'script' | 'frame' | 'frame without camera'): string
  close(): Promise<void>
}

declare global {
  var messages: { origin: string; data: FrameMessage }[]
  var ended: FrameMessage | undefined
}

export async function openShop(service: () => string): Promise<Shop> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (pathname !== '/embed') return response.end('<title>Shop</title><h1>Welcome back</h1>')
    const address = searchParams.get('address') ?? ''
    const how = searchParams.get('how')
    response.end(how === 'script' ? withScript(service(), address) : withFrame(address, how === 'frame'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    returnUrl: `${origin}/back`,
    embedding: (address, how = 'script') => `${origin}/embed?${new URLSearchParams({ address, how })}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const listening = `<script>
  messages = []
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }))
</script>`

const withScript = (service: string, address: string) => `<title>Shop</title>${listening}
  <div id="here" style="width:320px;height:640px"></div>
  <script src="${service}/embed.js"></script>
  <script>Limen.embed(document.getElementById('here'), ${JSON.stringify(address)}, { crossDevice: false, onEnd: (message) => { ended = message } })</script>`

const withFrame = (address: string, camera: boolean) => `<title>Shop</title>${listening}
  <iframe src="${address.replaceAll('&', '&amp;')}&amp;iframe=true&amp;crossDevice=false" ${camera ? 'allow="camera"' : ''} width="320" height="640"></iframe>`
