import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readS3Credentials } from '../../../src/kernel/storage/open-for-command.ts'
import { sizedName } from '../../../src/platform/objects/object-store.ts'
import { s3Store } from '../../../src/platform/objects/s3.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'

const MB = 2 ** 20
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

describe('an S3 server that lies', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown
  let answer: Answer
  const servers: Server[] = []
  const seen: IncomingMessage[] = []
  const elsewhere: string[] = []
  let store: ReturnType<typeof s3Store>
  let other: string
  const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => unknown) => {
    const server = createServer(handle)
    servers.push(server)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  before(async () => {
    other = await listen((request, response) => {
      elsewhere.push(`${request.method} ${request.url}`)
      response.writeHead(200, { etag: 'x' }).end('of another host')
    })
    const address = await listen(async (request, response) => {
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk as Buffer)
      seen.push(request)
      await answer(request, response, Buffer.concat(body))
    })
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'of a role' }
    store = s3Store(`s3://pictures?endpoint=${address}`, credentials)
  })
  after(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('sends nobody’s picture to another host, and takes none from there', async () => {
    for (const status of [301, 302, 307, 308]) {
      answer = (request, response) => response.writeHead(status, { location: `${other}${request.url}` }).end()
      await assert.rejects(store.put('s', 'o', Buffer.from('picture')), Unavailable)
      await assert.rejects(store.get('s', 'o'), Unavailable)
      await assert.rejects(store.list(), Unavailable)
    }
    assert.deepEqual(elsewhere, [])
  })

  it('cannot make much of little: an answer that was compressed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * MB))
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    const before = process.memoryUsage.rss()
    await assert.rejects(store.get('s', 'o'), Unavailable)
    assert.ok(process.memoryUsage.rss() - before < 100 * MB)
    assert.equal(seen.at(-1)?.headers['accept-encoding'], 'identity')
  })

  it('is not listened to without end', async () => {
    const piece = Buffer.alloc(MB)
    let sent = 0
    answer = async (_, response) => {
      response.writeHead(200)
      while (!response.destroyed && sent < 1_000) {
        sent++
        if (!response.write(piece)) await new Promise<void>((go) => response.once('drain', go).once('close', go))
      }
    }
    await assert.rejects(store.get('s', 'o'), /longer than/)
    assert.ok(sent < 200, `${sent} MB`)
  })

  it('returns no more than was written, as the name in our row says', async () => {
    const name = sizedName('o', 5_000)
    let sent = 0
    answer = async (_, response) => {
      response.writeHead(200)
      for (sent = 0; !response.destroyed && sent < 100; sent++)
        if (!response.write(Buffer.alloc(MB)))
          await new Promise<void>((go) => response.once('drain', go).once('close', go))
      response.end()
    }
    await assert.rejects(store.get('s', name), /longer than 5000 bytes/)
    assert.ok(sent < 30, `${sent} MB`)
    answer = (_, response) => response.writeHead(200).end(Buffer.alloc(5_001))
    await assert.rejects(store.get('s', name), Unavailable)
    answer = (_, response) => response.writeHead(200).end(Buffer.alloc(5_000))
    assert.equal((await store.get('s', name))?.length, 5_000)
  })

  it('has stored only what it can show', async () => {
    const picture = Buffer.from('picture')
    const said = (put: Record<string, string>, head?: Record<string, string>) => {
      answer = ({ method }, response) => {
        if (method === 'PUT') return response.writeHead(200, put).end()
        return response.writeHead(head ? 200 : 404, head).end()
      }
      return store.put('s', 'o', picture)
    }
    await said({ etag: `"${md5(picture)}"` })
    await said({ etag: '"of a store that encrypts"' }, { 'content-length': '7' })
    await assert.rejects(said({}), Unavailable)
    await assert.rejects(said({ etag: `"${md5(Buffer.from('other'))}"` }), Unavailable)
    await assert.rejects(said({}, { 'content-length': '3' }), Unavailable)
  })

  it('that refuses our keys is unavailable, and gets the token of a role, signed', async () => {
    answer = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    await assert.rejects(store.get('s', 'o'), Unavailable)
    const { headers } = seen.at(-1) ?? {}
    assert.equal(headers?.['x-amz-security-token'], 'of a role')
    assert.match(headers?.authorization ?? '', /SignedHeaders=[^,]*x-amz-security-token/)
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    assert.deepEqual(readS3Credentials({ ...keys, AWS_SESSION_TOKEN: 'token' }), {
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    })
    assert.deepEqual(readS3Credentials(keys), { accessKeyId: 'id', secretAccessKey: 'secret' })
  })
})
