import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../../formats/text/origin.ts'
import { countDeadline, DeadlineHit, type DeadlineKind, withDeadline } from '../deadline.ts'

export interface Address {
  address: string
  family: number
}
type Resolve = (hostname: string) => Promise<Address[]>

export interface Guard {
  /** The kind of fetch, for the metrics. */
  kind: DeadlineKind
  /** Hosts, or host:port, that may be reached although they are private or not https. */
  allowedHosts: readonly string[]
  /** The setting that allows them, named in refusals: for callers who may know how the service is set up. */
  setting?: string
  /** Called once per host; the connection goes to exactly the address that was checked. */
  resolve?: Resolve
  /** The time limit of the whole fetch. */
  timeoutMs?: number
  /** The idle time limit, for fetches that may take long. */
  idleMs?: number
}

interface GuardedRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Largest answer allowed; the connection is cut as soon as it grows beyond that. */
  maxBytes: number
  /** The number of redirects that are followed. */
  redirects?: number
}

interface GuardedResponse {
  status: number
  body: Buffer
}

/**
 * The address is refused, cannot be reached, or its answer is too large or too slow. The message may be shown to the
 * caller.
 */
export class FetchRefused extends Error {
  readonly tooLarge: boolean
  constructor(message: string, tooLarge = false) {
    super(message)
    this.tooLarge = tooLarge
  }
}

export const REDIRECTS = 3
const TIMEOUT_MS = 10_000
const MAX_URL = 2_048

/**
 * Fetches an address that a stranger gave us, and prevents it from leading into our network (SSRF). Never uses a proxy.
 */
export async function fetchGuarded(guard: Guard, url: string, request: GuardedRequest): Promise<GuardedResponse> {
  return fetchParts(guard, url, request, async (status, parts) => {
    const chunks: Buffer[] = []
    for await (const chunk of parts) chunks.push(chunk)
    return { status, body: Buffer.concat(chunks) }
  })
}

/** The same, with the answer as a stream: for what is too large to be held in memory. */
export async function fetchParts<Value>(
  guard: Guard,
  url: string,
  request: GuardedRequest,
  use: (status: number, parts: AsyncIterable<Buffer>) => Promise<Value>,
): Promise<Value> {
  try {
    return await withDeadline(guard.kind, guard.timeoutMs ?? TIMEOUT_MS, async (signal) => {
      const response = await follow(guard, url, request, signal)
      try {
        return await use(response.statusCode ?? 0, readBody(response, request.maxBytes))
      } finally {
        response.destroy()
      }
    })
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    if (error instanceof DeadlineHit) throw new FetchRefused('The address did not answer in time.')
    const code = guard.setting && (error as NodeJS.ErrnoException).code
    throw new FetchRefused(`The address could not be reached${code ? ` (${code})` : ''}.`)
  }
}

async function follow(
  guard: Guard,
  first: string,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = checkedUrl(guard, first)
  for (let left = request.redirects ?? 0; ; left--) {
    const pinned = await checkedAddress(guard, url)
    signal.throwIfAborted()
    const response = await send(guard, url, pinned, request, signal)
    const { location } = response.headers
    const moved = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0) && location !== undefined
    if (!moved || !request.redirects) return response

    response.destroy()
    if (left === 0) throw new FetchRefused(`The address redirects more than ${request.redirects} times.`)
    url = checkedUrl(guard, location, url)
  }
}

/** What can be checked without DNS: the scheme, credentials, and a host that is not a public name or address. */
function checkedUrl(guard: Guard, text: string, base?: URL): URL {
  if (text.length > MAX_URL) throw new FetchRefused(`The URL is longer than ${MAX_URL} characters.`)
  if (!URL.canParse(text, base?.href)) throw new FetchRefused('The URL cannot be parsed.')
  const url = new URL(text, base?.href)
  if (url.username || url.password) throw new FetchRefused('A URL with a username or password is not fetched.')
  const allowed = isAllowed(guard, url)
  if (url.protocol !== 'https:' && !(allowed && url.protocol === 'http:'))
    throw new FetchRefused(`Only https URLs are fetched.${wayOut(guard, url)}`)
  if (allowed) return url

  const host = bareHost(url)
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host)) throw notPublic(guard, url)
  return url
}

/** Resolves the host once. One answer that is not public is enough to refuse: that is how DNS rebinding begins. */
async function checkedAddress(guard: Guard, url: URL): Promise<Address> {
  const host = bareHost(url)
  const family = isIP(host)
  const answers = family ? [{ address: host, family }] : await (guard.resolve ?? resolveAll)(host)
  const first = answers[0]
  if (!first) throw new FetchRefused('The host has no address.')
  if (!isAllowed(guard, url) && !answers.every(({ address }) => isPublicAddress(address))) throw notPublic(guard, url)
  return first
}

function send(
  { kind, idleMs }: Guard,
  url: URL,
  pinned: Address,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method: request.method ?? 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Limen', ...request.headers },
      agent: false,
      signal,
      timeout: idleMs,
      lookup: (_host, options, done) =>
        options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
    })
    let answer: IncomingMessage | undefined
    outgoing.on('response', (response) => {
      answer = response
      resolve(response)
    })
    outgoing.on('timeout', () => {
      countDeadline(kind)
      const stream = answer ?? outgoing
      stream.destroy(new DeadlineHit(`no data for ${idleMs} ms`))
    })
    outgoing.on('error', reject)
    outgoing.end(request.body)
  })
}

async function* readBody(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  const announced = Number(response.headers['content-length'] ?? 0)
  if (encoding !== 'identity')
    throw new FetchRefused('The address answers with a content-encoding; only plain bytes are taken.')
  if (announced > maxBytes) throw tooLarge(maxBytes)
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
  if (!response.complete) throw new FetchRefused('The address stopped in the middle of its answer.')
}

function isAllowed({ allowedHosts }: Guard, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const names = [url.hostname, url.host, `${url.hostname}:${port}`].map((name) => name.toLowerCase())
  return allowedHosts.some((host) => names.includes(host.toLowerCase()))
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

const notPublic = (guard: Guard, url: URL) =>
  new FetchRefused(`The URL leads to an address that is not public.${wayOut(guard, url)}`)

const wayOut = ({ setting }: Guard, { host }: URL): string => (setting ? ` ${setting}=${host} would allow it.` : '')

/** Whether a request would be sent there, as far as can be seen without DNS; the reason if it would not. */
export function refusalOf(guard: Guard, url: string): string | undefined {
  try {
    checkedUrl(guard, url)
    return undefined
  } catch (error) {
    if (error instanceof FetchRefused) return error.message
    throw error
  }
}
const tooLarge = (maxBytes: number) => new FetchRefused(`The address answers with more than ${maxBytes} bytes.`, true)

/** Azure's platform service answers on a public address; every other metadata address is in a special range. */
const METADATA = ['168.63.129.16']

/** Names that lead inside by convention, whatever a resolver answers. */
const INSIDE_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|home\.arpa|lan|corp|home)$/

/**
 * Whether anybody on the Internet could reach this address. Everything else is refused: private, loopback, link-local,
 * shared (CGNAT), multicast, reserved, and every IPv6 form that carries an IPv4 address inside it (mapped, compatible,
 * NAT64, 6to4, Teredo).
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.includes(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || isGlobalUnicast(parsed.toByteArray())
}

/** Whether this name could be public at all. One label, or a suffix used inside networks, is not. */
function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '')
  return name.includes('.') && !INSIDE_NAMES.test(name)
}

/** 2000::/3 is all that IANA has allocated as global unicast (RFC 4291 2.4). */
function isGlobalUnicast(bytes: number[]): boolean {
  return ((bytes[0] ?? 0) & 0xe0) === 0x20
}

/**
 * Where webhooks may go: to public addresses, to what the operator allows, and to the loopback address in WEBHOOK_URL.
 */
export function guardWebhooks(allowedHosts: readonly string[], webhookUrl: string | undefined): Guard {
  const own = webhookUrl && isLoopback(new URL(webhookUrl).hostname) ? [new URL(webhookUrl).host] : []
  return { kind: 'webhook', allowedHosts: [...allowedHosts, ...own], setting: 'ALLOWED_HOSTS' }
}
