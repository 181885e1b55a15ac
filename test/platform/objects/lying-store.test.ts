import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { request as call, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { finishErasure } from '../../../src/kernel/erasure/erase.ts'
import { sweep } from '../../../src/kernel/operations/sweep.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../src/kernel/storage/open.ts'
import { s3Store } from '../../../src/platform/objects/s3.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'
import { type S3Server, startS3 } from '../../support/s3.ts'

/** What is done to an answer of the real store. */
type Lie = (request: IncomingMessage, body: Buffer) => Buffer | 'cut' | undefined

/** A store between the service and a real one, which changes some of its answers. The signature is checked behind it. */
async function startLiar(real: URL): Promise<{ server: Server; port: number; lie: { tell?: Lie } }> {
  const lie: { tell?: Lie } = {}
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = []
    for await (const chunk of request) sent.push(chunk as Buffer)
    const answer = await forward(real, request, Buffer.concat(sent))
    const changed = request.method === 'GET' ? lie.tell?.(request, answer.body) : undefined
    return reply(response, answer, changed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, port: (server.address() as AddressInfo).port, lie }
}

/** With the host that was signed. */
function forward(real: URL, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; body: Buffer; etag?: string; length?: string }>((resolve, reject) => {
    const passed = call({ host: real.hostname, port: real.port, method, path: url, headers }, async (answer) => {
      const received: Buffer[] = []
      for await (const chunk of answer) received.push(chunk as Buffer)
      const { etag, 'content-length': length } = answer.headers
      const said = { ...(etag && { etag }), ...(length && method === 'HEAD' && { length }) }
      resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(received), ...said })
    })
    passed.on('error', reject)
    passed.end(body)
  })
}

function reply(
  response: ServerResponse,
  { status, body, etag, length }: { status: number; body: Buffer; etag?: string; length?: string },
  changed: Buffer | 'cut' | undefined,
) {
  const headers = { ...(etag && { etag }), ...(length && { 'content-length': length }) }
  if (changed !== 'cut') return void response.writeHead(status, headers).end(changed ?? body)
  response.writeHead(status, { 'content-length': body.length })
  response.write(body.subarray(0, body.length >> 1), () => response.destroy())
}

const isListing = ({ url = '' }: IncomingMessage) => url.includes('list-type=2')
const half: Lie = (request, body) => (isListing(request) ? undefined : body.subarray(0, body.length >> 1))

onEveryDatabase((place) => {
  if (place.kind === 'postgres') return
  describe('a picture store that lies', () => {
    let s3: S3Server
    let liar: Awaited<ReturnType<typeof startLiar>>
    let storage: Storage
    let options: StorageOptions
    let url: string
    before(async () => {
      s3 = await startS3()
      const endpoint = new URL(new URL(s3.url).searchParams.get('endpoint') ?? '')
      liar = await startLiar(endpoint)
      url = s3.url.replace(encodeURIComponent(endpoint.origin), encodeURIComponent(`http://127.0.0.1:${liar.port}`))
      options = await place.options({ imagesUrl: url, s3: s3.credentials })
      storage = await openStorage(options)
      await storage.tenants.create(TEST_TENANT)
    })
    after(async () => {
      await storage.close()
      liar.server.close()
      await s3.stop()
    })
    const during = async <Value>(tell: Lie, act: () => Promise<Value>): Promise<Value> => {
      liar.lie.tell = tell
      try {
        return await act()
      } finally {
        delete liar.lie.tell
      }
    }
    const enrolled = async () => {
      const session = freshSession()
      await storage.sessions.create(session)
      const bytes = randomBytes(4_000)
      return { session, bytes, object: await storage.images.put(session.id, bytes) }
    }

    it('with 200 and half the bytes is asked again, and never handed on', async () => {
      const { session, bytes, object } = await enrolled()
      let times = 0
      const once: Lie = (request, body) => (times++ === 0 ? half(request, body) : undefined)
      assert.deepEqual(await during(once, () => storage.images.get(session.id, object)), bytes)
      await assert.rejects(
        during(half, () => storage.images.get(session.id, object)),
        /is not as it was put into the store/,
      )
      assert.deepEqual(await storage.images.get(session.id, object), bytes, 'what lies there is unharmed')
    })

    it('with an answer that ends in the middle is unavailable', async () => {
      const { session, object } = await enrolled()
      await assert.rejects(
        during(
          () => 'cut',
          () => storage.images.get(session.id, object),
        ),
        Unavailable,
      )
      const store = s3Store(url, s3.credentials)
      for (const lie of [(): 'cut' => 'cut', (_: IncomingMessage, body: Buffer) => body.subarray(0, body.length >> 1)])
        await assert.rejects(
          during(lie, () => store.list()),
          Unavailable,
          'half a listing is none',
        )
    })

    it('loses no picture that is put aside', async () => {
      const store = s3Store(url, s3.credentials)
      const [id, bytes] = [randomUUID(), randomBytes(1_000)]
      await store.put(id, 'picture', bytes)
      let times = 0
      const first: Lie = (request, body) => (times++ === 0 ? half(request, body) : undefined)
      await assert.rejects(
        during(first, () => store.moveAside(id, 'picture')),
        Unavailable,
      )
      assert.deepEqual(Buffer.from((await store.get(id, 'picture')) ?? []), bytes)
      await store.moveAside(id, 'picture')
      assert.deepEqual(Buffer.from((await store.get(id, 'picture')) ?? []), bytes, 'aside, and whole')
      await store.removeAll(id)
    })

    it('with a list that is behind does not keep the pictures of an erased person', async () => {
      const { session, object } = await enrolled()
      await storage.sessions.beginErasure('acme', session.id)
      const empty: Lie = (request) =>
        isListing(request)
          ? Buffer.from('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
          : undefined
      await during(empty, () => finishErasure(storage, session.id))
      const store = s3Store(url, s3.credentials)
      assert.ok(await store.get(session.id, object), 'the list did not show it')
      await sweep({ ...storage, clock: () => new Date(Date.now() + 2 * 3_600_000) }, 60)
      assert.equal(await store.get(session.id, object), undefined, 'the next sweep did')
    })

    it('with a list that never ends is not followed for ever', async () => {
      const store = s3Store(url, s3.credentials)
      const id = randomUUID()
      await store.put(id, 'picture', Buffer.from('x'))
      const endless: Lie = (request, body) =>
        isListing(request) ? Buffer.from(body.toString().replace('<IsTruncated>false', '<IsTruncated>true')) : undefined
      const listed = await during(endless, async () => {
        await store.removeAll(id)
        const first = await store.list()
        return first.next === undefined ? first : store.list(first.next)
      })
      assert.equal(listed.next, undefined)
    })
  })
})
