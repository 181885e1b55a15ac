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
    const text = await textOf(response)
    const Kind = response.status >= 500 ? Unavailable : Error
    throw new Kind(`S3 ${method} answered ${response.status} ${tag(text, 'Code') ?? ''}`.trimEnd())
  }

  async function remove(key: string): Promise<void> {
    const response = await call('DELETE', urlOf(key))
    await response.body?.cancel()
  }

  async function page(query: Record<string, string>): Promise<{ entries: Entry[]; truncated: boolean }> {
    const response = await call('GET', `${bucketUrl}?${new URLSearchParams({ 'list-type': '2', ...query })}`)
    const text = await textOf(response)
    if (response.status === 404) throw new Error(`S3 bucket not found: ${tag(text, 'Code') ?? '404'}`)
    if (!text.trimEnd().endsWith('</ListBucketResult>')) throw new Unavailable('S3 answered half a listing')
    return { entries: entriesOf(text), truncated: tag(text, 'IsTruncated') === 'true' }
  }

  async function put(key: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<void> {
    const response = await call('PUT', urlOf(key), bytes, headers)
    if (response.status === 404) throw new Error('S3 PUT answered 404: is there such a bucket?')
    await response.body?.cancel()
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    const response = await call('GET', urlOf(key))
    if (response.ok) return new Uint8Array(await whole(response.arrayBuffer()))
    const code = tag(await textOf(response), 'Code')
    if (code === 'NoSuchKey') return undefined
    throw new Error(`S3 GET answered 404 ${code ?? ''}`.trimEnd())
  }

  async function removeUnder(keys: string): Promise<void> {
    // On from the last key: a listing may still show what was removed a moment ago.
    for (let after = ''; ; ) {
      const { entries, truncated } = await page({ prefix: keys, ...(after && { 'start-after': after }) })
      await Promise.all(entries.map(({ key }) => remove(key)))
      const last = entries.at(-1)?.key
      if (!truncated || last === undefined || last <= after) return
      after = last
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
      // Only what is known to lie there whole may go here: the store may have handed out, or kept, half of it.
      const [again, kept] = await Promise.all([get(keyOf(sessionId, object)), get(asideKey(sessionId, object))])
      if (!isSame(bytes, again) || !isSame(bytes, kept))
        throw new Unavailable(`S3 hands out ${sessionId}/${object} in two forms: it was left where it is`)
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
      return { objects, ...(truncated && last !== undefined && last > after ? { next: last } : {}) }
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

/** An answer that ends in the middle is no answer. */
async function whole<Body>(reading: Promise<Body>): Promise<Body> {
  return reading.catch((error: Error) => {
    throw new Unavailable(`S3 ended in the middle of an answer: ${error.message}`, { cause: error })
  })
}

const textOf = (response: Response): Promise<string> => whole(response.text())

const isSame = (bytes: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && Buffer.compare(bytes, other) === 0

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
