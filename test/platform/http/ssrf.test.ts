import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Address } from '../../../src/platform/http/fetch-guarded.ts'
import { type personOf, startSession } from '../../api/client.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'

/** What the resolver of the tests answers; every other name is unknown. */
const names: Record<string, Address[][]> = {
  'loopback.example': [[{ address: '127.0.0.1', family: 4 }]],
  'private.example': [[{ address: '10.1.2.3', family: 4 }]],
  'mixed.example': [
    [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  ],
  'mapped.example': [[{ address: '::ffff:127.0.0.1', family: 6 }]],
  'six.example': [[{ address: '::1', family: 6 }]],
  'nat64.example': [[{ address: '64:ff9b::7f00:1', family: 6 }]],
  'metadata.example': [[{ address: '169.254.169.254', family: 4 }]],
  'empty.example': [[]],
  'allowed.example': [[{ address: '127.0.0.1', family: 4 }]],
  'changing.example': [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]],
}
const asked: string[] = []

async function resolve(hostname: string): Promise<Address[]> {
  const before = asked.filter((name) => name === hostname).length
  asked.push(hostname)
  const answers = names[hostname]
  if (!answers) throw new Error('unknown host')
  return answers[Math.min(before, answers.length - 1)] ?? []
}

describe('a picture URL', () => {
  let test: TestApp
  let victims: TcpServer[]
  let contacts = 0
  let port: number
  let host: Server
  let hostPort: number
  let person: ReturnType<typeof personOf>
  /** Where the allowed host redirects to. */
  let redirects: string[] = []

  before(async () => {
    const [four, six] = [createTcpServer(), createTcpServer()]
    victims = [four, six]
    for (const victim of victims)
      victim.on('connection', (socket) => {
        contacts++
        socket.destroy()
      })
    port = await listen(four, '0.0.0.0')
    await listen(six, '::1', port)

    host = createServer((request, response) => {
      const target = redirects[Number(request.url?.slice(1))]
      if (request.url === '/large') return void response.end(Buffer.alloc(200_000, 1))
      if (request.url === '/lying') return void response.writeHead(200, { 'content-length': 50_000_000 }).end()
      if (request.url === '/slow') return
      if (request.url === '/gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(JPEG)
      if (request.url === '/missing') return void response.writeHead(404).end()
      if (target) return void response.writeHead(302, { location: target }).end()
      response.end(JPEG)
    })
    hostPort = await listen(host, '127.0.0.1')
    test = await startTestApp({
      settings: {
        pictureHosts: [`allowed.example:${hostPort}`, `changing.example:${hostPort}`],
        maxImageBytes: 100_000,
      },
      guard: { resolve, timeoutMs: 1_000 },
    })
    person = (await startSession(test)).person
  })
  after(async () => {
    await test.close()
    for (const server of [...victims, host]) await new Promise((done) => server.close(done))
  })

  const send = async (url: string) => {
    contacts = 0
    const response = await person.send('document', { imageBase: url })
    return { status: response.statusCode, ...response.json<{ error?: string; message?: string }>() }
  }

  const spellings = [
    'http://93.184.216.34/front.jpg',
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://127.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0x7f.0.0.1:PORT/',
    'https://0x7f.1:PORT/',
    'https://017700000001:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://0177.0.0.01:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://127.0.0.2:PORT/',
    'https://127.255.255.254:PORT/',
    'https://0:PORT/',
    'https://0.0.0.0:PORT/',
    'https://１２７.０.０.１:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://127。0。0。1:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://LOCALHOST:PORT/',
    'https://localhost.:PORT/',
    'https://ｌｏｃａｌｈｏｓｔ:PORT/',
    'https://foo.localhost:PORT/',
    'https://printer.local:PORT/',
    'https://intranet:PORT/',
    'https://[::1]:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[64:ff9b:1::7f00:1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[2001:0:7f00:1::]:PORT/',
    'https://[fe80::1]:PORT/',
    'https://[fc00::1]:PORT/',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[ff02::1]:PORT/',
    'https://[2001:db8::1]:PORT/',
    'https://10.0.0.1:PORT/',
    'https://172.16.0.1:PORT/',
    'https://172.31.255.255:PORT/',
    'https://192.168.1.1:PORT/',
    'https://100.64.0.1:PORT/',
    'https://100.100.100.200/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://0xa9fea9fe/latest/meta-data/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://168.63.129.16/metadata/instance',
    'https://192.0.0.192/opc/v2/instance/',
    'https://192.0.2.1:PORT/',
    'https://198.18.0.1:PORT/',
    'https://224.0.0.1:PORT/',
    'https://240.0.0.1:PORT/',
    'https://255.255.255.255:PORT/',
    'https://user@127.0.0.1:PORT/',
    'https://user:pw@93.184.216.34:PORT/',
    'https://93.184.216.34@127.0.0.1:PORT/',
    'https://127.0.0.1:PORT\\@93.184.216.34/',
    'https://127.0.0.1:PORT#@93.184.216.34/',
    'https:127.0.0.1:PORT/',
    'https:\\\\127.0.0.1:PORT\\',
    ' https://127.0.0.1:PORT/',
    'HTTPS://127.0.0.1:PORT/',
    'ht\ttps://127.0.0.1:PORT/',
    'https://127.0.0.1\n:PORT/',
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_GET',
    'javascript:fetch(1)',
    'blob:https://127.0.0.1:PORT/x',
    'https://loopback.example:PORT/',
    'https://private.example:PORT/',
    'https://mixed.example:PORT/',
    'https://mapped.example:PORT/',
    'https://six.example:PORT/',
    'https://nat64.example:PORT/',
    'https://metadata.example/latest/meta-data/',
    'https://empty.example:PORT/',
    'https://unknown.example:PORT/',
    'https://loopback.example.:PORT/',
    'http://allowed.example:PORT/',
  ]

  for (const spelling of spellings)
    it(`is refused without contact: ${JSON.stringify(spelling)}`, async () => {
      const answer = await send(spelling.replace('PORT', String(port)))
      assert.equal(answer.status, 400, JSON.stringify(answer))
      assert.equal(answer.error, 'BAD_REQUEST')
      assert.ok(answer.message)
      assert.equal(contacts, 0)
    })

  it('has at least 40 spellings here, and the listener does count', async () => {
    assert.ok(spellings.length >= 40)
    contacts = 0
    const open = await startTestApp({ settings: { pictureHosts: [`127.0.0.1:${port}`] }, guard: { timeoutMs: 1_000 } })
    const { person } = await startSession(open)
    assert.equal((await person.send('document', { imageBase: `http://2130706433:${port}/` })).statusCode, 400)
    assert.equal(contacts, 1)
    await open.close()
  })

  it('is not reached because webhooks may go there', async () => {
    contacts = 0
    const open = await startTestApp({ settings: { allowedHosts: [`127.0.0.1:${port}`] }, guard: { timeoutMs: 1_000 } })
    const { person } = await startSession(open)
    assert.equal((await person.send('document', { imageBase: `http://127.0.0.1:${port}/` })).statusCode, 400)
    assert.equal(contacts, 0)
    await open.close()
  })

  it('of an allowed host is fetched', async () => {
    const answer = await send(`http://allowed.example:${hostPort}/picture.jpg`)
    assert.equal(answer.status, 200)
    assert.deepEqual(Buffer.from(test.engine.seen.at(-1) ?? []), JPEG)
  })

  const inside = [
    'https://127.0.0.1:PORT/',
    'http://allowed.example:PORT/',
    'https://[::1]:PORT/',
    '//2130706433:PORT/',
    'https://loopback.example:PORT/',
    'file:///etc/passwd',
  ]
  for (const target of inside)
    it(`is refused when it redirects to ${target}`, async () => {
      redirects = [target.replace('PORT', String(port))]
      const answer = await send(`http://allowed.example:${hostPort}/0`)
      assert.equal(answer.status, 400)
      assert.equal(contacts, 0)
    })

  it('may redirect three times, not four', async () => {
    redirects = ['/1', '/2', '/picture']
    assert.equal((await send(`http://allowed.example:${hostPort}/0`)).status, 200)
    redirects = ['/1', '/2', '/3', '/picture']
    const answer = await send(`http://allowed.example:${hostPort}/0`)
    assert.equal(answer.status, 400)
    assert.match(answer.message ?? '', /redirects more than 3 times/)
  })

  it('is resolved once, and the connection goes to the address that was checked', async () => {
    asked.length = 0
    assert.equal((await send(`http://changing.example:${hostPort}/picture.jpg`)).status, 200)
    assert.deepEqual(asked, ['changing.example'])
  })

  it('is cut off when it sends too much, announced or not', async () => {
    for (const path of ['large', 'lying']) {
      const answer = await send(`http://allowed.example:${hostPort}/${path}`)
      assert.equal(answer.status, 413)
      assert.equal(answer.error, 'PAYLOAD_TOO_LARGE')
    }
  })

  it('is given up when it does not answer in time', async () => {
    const answer = await send(`http://allowed.example:${hostPort}/slow`)
    assert.equal(answer.status, 400)
    assert.match(answer.message ?? '', /in time/)
  })

  it('is refused when it answers with an error or an encoding', async () => {
    assert.match((await send(`http://allowed.example:${hostPort}/missing`)).message ?? '', /404/)
    assert.match((await send(`http://allowed.example:${hostPort}/gzip`)).message ?? '', /content-encoding/)
  })
})

async function listen(server: TcpServer | Server, address: string, port = 0): Promise<number> {
  await new Promise<void>((done) => server.listen(port, address, done))
  return (server.address() as AddressInfo).port
}
