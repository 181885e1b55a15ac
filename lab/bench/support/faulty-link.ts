import { createServer, connect as open, type Server, type Socket } from 'node:net'

/** A TCP link between two programs that a test can cut. */
export interface FaultyLink {
  port: number
  /** Data is forwarded, delayed, dropped without an answer, or refused. */
  fault: 'none' | 'swallows' | 'refuses' | { delayMs: number }
  /** Bytes forwarded, in both directions. */
  bytes(): number
  /** Statements of PostgreSQL that were forwarded. */
  statements(): number
  /** Closes open connections, like a network that returns after a long time. */
  cut(): void
  close(): Promise<void>
}

/** Listens on its own port and forwards to `port`. Dropped bytes never arrive. */
export async function openFaultyLink(port: number, { isPostgres = false } = {}): Promise<FaultyLink> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  let [bytes, statements] = [0, 0]
  const server: Server = createServer({ noDelay: true }, (near) => {
    keep(near)
    const count = isPostgres ? countStatements() : () => 0
    if (link.fault === 'refuses') return void near.destroy()
    const far = open({ host: '127.0.0.1', port, noDelay: true })
    keep(far)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (part) => {
        const { fault } = link
        bytes += part.length
        if (from === near) statements += count(part)
        if (fault === 'swallows') return
        if (fault === 'refuses') return void from.destroy()
        if (fault === 'none') return void to.write(part)
        setTimeout(() => to.writable && to.write(part), fault.delayMs)
      })
      from.on('end', () => link.fault === 'none' && to.end())
      from.on('close', () => link.fault !== 'swallows' && to.destroy())
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const link: FaultyLink = {
    port: (server.address() as { port: number }).port,
    fault: 'none',
    bytes: () => bytes,
    statements: () => statements,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      link.cut()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
  return link
}

/** Counts the messages that execute a statement: Execute, and Query of the simple protocol. */
function countStatements(): (part: Buffer) => number {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (part) => {
    let found = 0
    rest = Buffer.concat([rest, part])
    for (;;) {
      // The first message of a connection has a length and no type.
      const at = isStarted ? 1 : 0
      if (rest.length < at + 4) return found
      const length = at + rest.readUInt32BE(at)
      if (rest.length < length) return found
      if (isStarted && ['E', 'Q'].includes(String.fromCharCode(rest[0] as number))) found += 1
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}
