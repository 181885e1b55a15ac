import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A pooler between a program and PostgreSQL that gives a connection to the next client after every transaction, as
 * PgBouncer does with pool_mode = transaction; or keeps it for a client as long as it stays.
 */
export async function startPooler(url: string, mode: 'transaction' | 'session', size: number) {
  const target = new URL(url)
  const free: Backend[] = []
  const waiting: ((backend: Backend) => void)[] = []
  const sockets = new Set<Socket>()
  let opened = 0

  async function take(): Promise<Backend> {
    // The one that was used last comes first.
    const known = free.pop()
    if (known) return known
    if (opened >= size) return new Promise((resolve) => waiting.push(resolve))
    opened += 1
    return openBackend(target, sockets)
  }

  function give(backend: Backend): void {
    const next = waiting.shift()
    if (next) next(backend)
    else free.push(backend)
  }

  const server = createServer((client) => {
    sockets.add(client)
    let backend: Promise<Backend> | undefined
    let isStarted = false
    const release = async () => {
      const held = backend
      backend = undefined
      if (held) give(await held)
    }
    client.on('error', () => {})
    client.on('close', () => void release())
    client.on('data', async (bytes) => {
      if (!isStarted) {
        isStarted = true
        client.write(WELCOME)
        return
      }
      if (bytes[0] === TERMINATE) return
      backend ??= take()
      const { socket, listen } = await backend
      listen((answer, isIdle) => {
        client.write(answer)
        if (isIdle && mode === 'transaction') void release()
      })
      socket.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = new URL(url)
  address.port = String(port)
  return {
    url: address.href,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Backend {
  socket: Socket
  /** Called with what the server answers, and whether it is outside of a transaction then. */
  listen(heard: (answer: Buffer, isIdle: boolean) => void): void
}

const TERMINATE = 'X'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** Authenticated, with the number of a process that is the pooler's own; ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('K', Buffer.from([0x7f, 0xff, 0xff, 0xfe, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
])

async function openBackend(target: URL, sockets: Set<Socket>): Promise<Backend> {
  const socket = connect(Number(target.port), target.hostname)
  sockets.add(socket)
  socket.on('error', () => {})
  let heard: (answer: Buffer, isIdle: boolean) => void = () => {}
  const ready = Promise.withResolvers<void>()
  let rest = Buffer.alloc(0)
  let isReady = false
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (let length = lengthOf(rest); length !== undefined; length = lengthOf(rest)) {
      const answer = rest.subarray(0, length)
      rest = rest.subarray(length)
      const isIdle = answer[0] === READY && answer[5] === IDLE
      if (isReady) heard(answer, isIdle)
      else if (isIdle) {
        isReady = true
        ready.resolve()
      }
    }
  })
  await once(socket, 'connect')
  const parameters = Buffer.from(`user\0${target.username}\0database\0${target.pathname.slice(1)}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(parameters.length + 8)
  head.writeInt32BE(196_608, 4)
  socket.write(Buffer.concat([head, parameters]))
  await ready.promise
  return {
    socket,
    listen(next) {
      heard = next
    },
  }
}

/** Of the first message, once it is whole. */
function lengthOf(bytes: Buffer): number | undefined {
  const length = bytes.length < 5 ? undefined : bytes.readInt32BE(1) + 1
  return length !== undefined && bytes.length >= length ? length : undefined
}
