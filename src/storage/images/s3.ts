import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../../actions/ports/unavailable.ts'
import { ASIDE_NAME, type ObjectStore, OWNER_NAME, type StoredObject } from './object-store.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Objects in a bucket: `s3://bucket/prefix?endpoint=https://…&region=…`, addressed in path style. */
export function s3Store(url: string, credentials: S3Credentials): ObjectStore {
  const { bucketUrl, prefix, region } = parseS3Url(url)
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 4 })
  const once = new AwsClient({ ...credentials, region, service: 's3', retries: 0 })
  const keyOf = (sessionId: string, object = '') => `${prefix}${sessionId}/${object}`
  const asidePrefix = `${prefix}${ASIDE_NAME}/`
  const asideKey = (sessionId: string, object = '') => `${asidePrefix}${sessionId}/${object}`
  const urlOf = (key: string) => `${bucketUrl}/${key.split('/').map(encodeURIComponent).join('/')}`

  async function call(
    method: string,
    target: string,
    body?: Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const response = await client
      .fetch(target, { method, signal, headers, ...(body ? { body: new Uint8Array(body) } : {}) })
      .catch((error: Error) => {
        throw new Unavailable(`S3 ${method} got no answer: ${error.message}`, { cause: error })
      })
    if (response.ok || response.status === 404 || response.status === 412) return response
    const text = await response.text()
    const Kind = response.status >= 500 ? Unavailable : Error
    throw new Kind(`S3 ${method} answered ${response.status} ${tag(text, 'Code') ?? ''}`.trimEnd())
  }

  async function remove(key: string): Promise<void> {
    const response = await call('DELETE', urlOf(key))
    await response.body?.cancel()
  }

  async function page(query: Record<string, string>): Promise<{ entries: Entry[]; truncated: boolean }> {
    const response = await call('GET', `${bucketUrl}?${new URLSearchParams({ 'list-type': '2', ...query })}`)
    const text = await response.text()
    if (response.status === 404) throw new Error(`S3 bucket not found: ${tag(text, 'Code') ?? '404'}`)
    return { entries: entriesOf(text), truncated: tag(text, 'IsTruncated') === 'true' }
  }

  async function put(key: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<void> {
    const response = await call('PUT', urlOf(key), bytes, headers)
    if (response.status === 404) throw new Error('S3 PUT answered 404: is there such a bucket?')
    await response.body?.cancel()
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    const response = await call('GET', urlOf(key))
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    const code = tag(await response.text(), 'Code')
    if (code === 'NoSuchKey') return undefined
    throw new Error(`S3 GET answered 404 ${code ?? ''}`.trimEnd())
  }

  async function removeUnder(keys: string): Promise<void> {
    for (;;) {
      const { entries, truncated } = await page({ prefix: keys })
      await Promise.all(entries.map(({ key }) => remove(key)))
      if (!truncated) return
    }
  }

  return {
    put: (sessionId, object, bytes) => put(keyOf(sessionId, object), bytes),
    get: async (sessionId, object) => (await get(keyOf(sessionId, object))) ?? (await get(asideKey(sessionId, object))),
    remove: (sessionId, object) => remove(keyOf(sessionId, object)),
    async removeAll(sessionId) {
      await removeUnder(keyOf(sessionId))
      await removeUnder(asideKey(sessionId))
    },
    async moveAside(sessionId, object) {
      const bytes = await get(keyOf(sessionId, object))
      if (!bytes) return
      await put(asideKey(sessionId, object), bytes)
      await remove(keyOf(sessionId, object))
    },
    async listAside() {
      const { entries } = await page({ prefix: asidePrefix })
      return entries.flatMap((entry) => storedObject(entry, asidePrefix))
    },
    removeAside: (sessionId, object) => remove(asideKey(sessionId, object)),
    async readOwner() {
      const bytes = await get(`${prefix}${OWNER_NAME}`)
      return bytes && Buffer.from(bytes).toString('utf8').trim()
    },
    // A store that does not know the header takes the last word for the first.
    writeOwner: (installation) => put(`${prefix}${OWNER_NAME}`, Buffer.from(installation), { 'if-none-match': '*' }),
    async list(after = `${prefix}${ASIDE_NAME}~`) {
      const { entries, truncated } = await page({ prefix, 'start-after': after })
      const objects = entries.flatMap((entry) => storedObject(entry, prefix))
      const last = entries.at(-1)?.key
      return { objects, ...(truncated && last !== undefined ? { next: last } : {}) }
    },
    async check() {
      const signal = AbortSignal.timeout(CHECK_MS)
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })
      const response = await once.fetch(`${bucketUrl}?${query}`, { signal })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`S3 answered ${response.status}`)
    },
  }
}

/** Retries included; a picture of 10 MB over 10 Mbit/s takes 8 s. */
const TIME_LIMIT_MS = 30_000
const CHECK_MS = 2_000

export function parseS3Url(text: string): { bucketUrl: string; prefix: string; region: string } {
  const url = new URL(text)
  if (url.protocol !== 's3:' || !url.host) throw new Error('IMAGES_URL is s3://bucket/prefix?endpoint=…&region=…')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  return { bucketUrl: `${endpoint.replace(/\/+$/, '')}/${url.host}`, prefix: path ? `${path}/` : '', region }
}

interface Entry {
  key: string
  storedAt: Date
}

function entriesOf(xml: string): Entry[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, body = '']) => {
    const key = tag(body, 'Key')
    const storedAt = tag(body, 'LastModified')
    return key === undefined || storedAt === undefined ? [] : [{ key, storedAt: new Date(storedAt) }]
  })
}

/** Objects of ours only: a bucket may hold other things. */
function storedObject({ key, storedAt }: Entry, prefix: string): StoredObject[] {
  const [sessionId, object, ...rest] = key.slice(prefix.length).split('/')
  return sessionId && object && !rest.length ? [{ sessionId, object, storedAt }] : []
}

function tag(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
