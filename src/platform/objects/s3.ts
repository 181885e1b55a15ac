import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../unavailable.ts'
import { ASIDE_NAME, type ObjectStore, OWNER_NAME, type StoredObject, sizeIn } from './object-store.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Objects in a bucket: `s3://bucket/prefix?endpoint=https://…&region=…`, addressed in path style. */
export function s3Store(url: string, credentials: S3Credentials, limits: Partial<S3Limits> = {}): ObjectStore {
  const { bucket, bucketUrl, prefix, region, mayCreate } = parseS3Url(url)
  const { callMs, checkMs } = { callMs: CALL_MS, checkMs: CHECK_MS, ...limits }
  const signing = { ...credentials, region, service: 's3', cache: new Map<string, ArrayBuffer>() }
  const keyOf = (sessionId: string, object = '') => `${prefix}${sessionId}/${object}`
  const asidePrefix = `${prefix}${ASIDE_NAME}/`
  const asideKey = (sessionId: string, object = '') => `${asidePrefix}${sessionId}/${object}`
  const urlOf = (key: string) => `${bucketUrl}/${key.split('/').map(encodeURIComponent).join('/')}`

  async function sendOnce(
    { method, target, body, headers = {}, most = LARGEST_OBJECT }: Call,
    signal: AbortSignal,
  ): Promise<Answer> {
    const signed = await new AwsV4Signer({ ...signing, method, url: target, headers }).sign()
    // Not signed: a balancer may change it.
    signed.headers.set('accept-encoding', 'identity')
    const sent = { method, headers: signed.headers, signal, ...(body && { body: new Uint8Array(body) }) }
    // Nobody but the configured host gets our bytes, or answers for it.
    const response = await fetch(signed.url, { ...sent, redirect: 'error' })
    return answerOf(response, response.ok ? most : LARGEST_OBJECT)
  }

  /** The complete answer. An overloaded store is asked again while there is time. */
  async function send(call: Call, { limitMs, tries }: { limitMs: number; tries: number }): Promise<Answer> {
    return withDeadline('picture store', limitMs, async (signal) => {
      for (let tried = 1; ; tried++) {
        const answer = await sendOnce(call, signal)
        if ((answer.status < 500 && answer.status !== 429) || tried === tries) return answer
        await wait(Math.random() * FIRST_PAUSE_MS * 2 ** tried, undefined, { signal })
      }
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
      throw new Unavailable(`S3 ${call.method} got no complete answer: ${reason}`, { cause: error })
    })
  }

  async function call(
    method: string,
    target: string,
    body?: Uint8Array,
    { headers = {}, most }: Pick<Call, 'headers' | 'most'> = {},
  ): Promise<Answer> {
    const ask = () => send({ method, target, body, headers, most }, { limitMs: callMs, tries: TRIES })
    let answer = await ask()
    if (mayCreate && answer.status === 404 && tag(textOf(answer), 'Code') === 'NoSuchBucket') {
      await createBucket()
      answer = await ask()
    }
    if (answer.ok || answer.status === 404 || answer.status === 412) return answer
    // 403 is what a store says whose keys were changed, or whose clock is wrong: it may be right again later.
    const Kind = answer.status >= 500 || answer.status === 403 ? Unavailable : Error
    throw new Kind(`S3 ${method} answered ${saidBy(answer)}`)
  }

  async function createBucket(): Promise<void> {
    const made = await send({ method: 'PUT', target: bucketUrl }, { limitMs: checkMs, tries: 1 })
    // Another node was faster.
    if (made.ok || made.status === 409) return
    throw new Error(`there is no bucket "${bucket}", and S3 refuses to create it: ${saidBy(made)}`)
  }

  async function remove(key: string): Promise<void> {
    await call('DELETE', urlOf(key))
  }

  async function page(query: Record<string, string>): Promise<{ entries: Entry[]; truncated: boolean }> {
    const answer = await call('GET', `${bucketUrl}?${new URLSearchParams({ 'list-type': '2', ...query })}`)
    if (answer.status === 404) throw noBucket(bucket, saidBy(answer))
    const text = textOf(answer)
    if (!text.trimEnd().endsWith('</ListBucketResult>')) throw new Unavailable('S3 answered half a listing')
    return { entries: entriesOf(text), truncated: tag(text, 'IsTruncated') === 'true' }
  }

  async function put(key: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<void> {
    if (bytes.length > LARGEST_OBJECT) throw new Error(`an object of ${bytes.length} bytes could not be read again`)
    const answer = await call('PUT', urlOf(key), bytes, { headers })
    if (answer.status === 404) throw noBucket(bucket, saidBy(answer))
    if (answer.status === 412 || answer.etag === createHash('md5').update(bytes).digest('hex')) return
    // A store that encrypts by itself has other ETags.
    const stored = await call('HEAD', urlOf(key))
    if (!stored.ok || stored.length !== bytes.length)
      throw new Unavailable(`S3 acknowledged ${key}, and does not have it: ${stored.status}, ${stored.length} bytes`)
  }

  async function get(key: string): Promise<Uint8Array | undefined> {
    const answer = await call('GET', urlOf(key), undefined, { most: sizeIn(key) })
    if (answer.ok) return answer.bytes
    const code = tag(textOf(answer), 'Code')
    if (code === 'NoSuchKey') return undefined
    if (code === 'NoSuchBucket') throw noBucket(bucket, saidBy(answer))
    throw new Error(`S3 GET answered ${saidBy(answer)}`)
  }

  async function removeUnder(keys: string): Promise<void> {
    // Continues after the last key: a listing may still show what was removed a moment ago.
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
      // Only an object that is known to be complete there may be removed here: the store may have returned, or stored,
      // half of it.
      const [again, kept] = await Promise.all([get(keyOf(sessionId, object)), get(asideKey(sessionId, object))])
      if (!isSame(bytes, again) || !isSame(bytes, kept))
        throw new Unavailable(`S3 returns ${sessionId}/${object} in two forms: it was left where it is`)
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
    // A store that does not know the header keeps the last write instead of the first.
    writeOwner: (installation) => put(`${prefix}${OWNER_NAME}`, Buffer.from(installation), { 'if-none-match': '*' }),
    async list(after = `${prefix}${ASIDE_NAME}~`) {
      const { entries, truncated } = await page({ prefix, 'start-after': after })
      const objects = entries.flatMap((entry) => storedObject(entry, prefix))
      const last = entries.at(-1)?.key
      return { objects, ...(truncated && last !== undefined && last > after ? { next: last } : {}) }
    },
    async check() {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix })
      const answer = await send({ method: 'GET', target: `${bucketUrl}?${query}` }, { limitMs: checkMs, tries: 1 })
      if (answer.ok) return
      if (answer.status !== 404) throw new Error(`S3 answered ${saidBy(answer)}`)
      if (!mayCreate) throw noBucket(bucket, saidBy(answer))
      await createBucket()
    },
  }
}

interface S3Limits {
  callMs: number
  checkMs: number
}

interface Call {
  method: string
  target: string
  body?: Uint8Array | undefined
  headers?: Record<string, string> | undefined
  /** The most bytes that a good answer may have. */
  most?: number | undefined
}

interface Answer {
  ok: boolean
  status: number
  bytes: Uint8Array
  etag?: string | undefined
  /** What the header says; a HEAD has no bytes. */
  length: number
}

/** For listings, and objects of earlier versions, whose names do not say their size: far more than any picture. */
const LARGEST_OBJECT = 128 * 2 ** 20

async function answerOf(response: Response, most: number): Promise<Answer> {
  const { ok, status, headers, body } = response
  // Nothing is stored compressed, and a few bytes could become many.
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'aws-chunked') {
    await body?.cancel()
    throw new Unavailable(`the answer has the content-encoding ${encoding}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) throw new Unavailable(`the answer is longer than ${most} bytes`)
    chunks.push(chunk)
  }
  const etag = headers.get('etag')?.replaceAll('"', '')
  return {
    ok,
    status,
    bytes: new Uint8Array(Buffer.concat(chunks)),
    etag,
    length: Number(headers.get('content-length')),
  }
}

/** Retries included; a picture of 10 MB over 10 Mbit/s takes 8 s. */
const CALL_MS = 30_000
const CHECK_MS = 2_000
const TRIES = 5
const FIRST_PAUSE_MS = 25

export function parseS3Url(text: string) {
  const url = new URL(text)
  if (url.protocol !== 's3:' || !url.host) throw new Error('IMAGES_URL is s3://bucket/prefix?endpoint=…&region=…')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  return {
    bucket: url.host,
    bucketUrl: `${endpoint.replace(/(?<!\/)\/+$/, '')}/${url.host}`,
    prefix: path ? `${path}/` : '',
    region,
    /** For a store that is set up together with the service; if the name is misspelt, a new bucket would hide that. */
    mayCreate: url.searchParams.get('create') === 'true',
  }
}

const textOf = ({ bytes }: Answer): string => Buffer.from(bytes).toString('utf8')

const saidBy = (answer: Answer): string => `${answer.status} ${tag(textOf(answer), 'Code') ?? ''}`.trimEnd()

const noBucket = (bucket: string, said: string): Error =>
  new Error(`there is no bucket "${bucket}" (S3 answered ${said}): create it, or add create=true to IMAGES_URL`)

const isSame = (bytes: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && Buffer.compare(bytes, other) === 0

interface Entry {
  key: string
  storedAt: Date
}

function entriesOf(xml: string): Entry[] {
  return xml.split('<Contents>').flatMap((part) => {
    const [body = '', ...after] = part.split('</Contents>', 2)
    if (after.length === 0) return []
    const key = tag(body, 'Key')
    const storedAt = tag(body, 'LastModified')
    return key === undefined || storedAt === undefined ? [] : [{ key, storedAt: new Date(storedAt) }]
  })
}

/** Only our objects: a bucket may contain other things. */
function storedObject({ key, storedAt }: Entry, prefix: string): StoredObject[] {
  const [sessionId, object, ...rest] = key.slice(prefix.length).split('/')
  return sessionId && object && !rest.length ? [{ sessionId, object, storedAt }] : []
}

function tag(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
