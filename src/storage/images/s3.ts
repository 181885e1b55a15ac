import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../../actions/ports/unavailable.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

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
  const urlOf = (key: string) => `${bucketUrl}/${key.split('/').map(encodeURIComponent).join('/')}`

  async function call(method: string, target: string, body?: Uint8Array): Promise<Response> {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const response = await client
      .fetch(target, { method, signal, ...(body ? { body: new Uint8Array(body) } : {}) })
      .catch((error: Error) => {
        throw new Unavailable(`S3 ${method} got no answer: ${error.message}`, { cause: error })
      })
    if (response.ok || response.status === 404) return response
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

  return {
    async put(sessionId, object, bytes) {
      const response = await call('PUT', urlOf(keyOf(sessionId, object)), bytes)
      if (response.status === 404) throw new Error('S3 PUT answered 404: is there such a bucket?')
      await response.body?.cancel()
    },
    async get(sessionId, object) {
      const response = await call('GET', urlOf(keyOf(sessionId, object)))
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      const code = tag(await response.text(), 'Code')
      if (code === 'NoSuchKey') return undefined
      throw new Error(`S3 GET answered 404 ${code ?? ''}`.trimEnd())
    },
    remove: (sessionId, object) => remove(keyOf(sessionId, object)),
    async removeAll(sessionId) {
      for (;;) {
        const { entries, truncated } = await page({ prefix: keyOf(sessionId) })
        await Promise.all(entries.map(({ key }) => remove(key)))
        if (!truncated) return
      }
    },
    async list(after) {
      const { entries, truncated } = await page({ prefix, ...(after === undefined ? {} : { 'start-after': after }) })
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
