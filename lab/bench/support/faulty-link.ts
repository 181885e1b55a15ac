import { createServer, connect as open, type Server, type Socket } from 'node:net'

/** A TCP link between two programs that a test can cut. */
export interface FaultyLink {
  port: number
  /** What comes is passed on, held back for some time, swallowed without an answer, or refused. */
  fault: 'none' | 'swallows' | 'refuses' | { delayMs: number }
  /** Cuts what is open, as a network that comes back after a long time does. */
  cut(): void
  close(): Promise<void>
}

/** Listens on a port of its own and passes on to `port`. Bytes that were swallowed never arrive. */
export async function openFaultyLink(port: number): Promise<FaultyLink> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((near) => {
    keep(near)
    if (link.fault === 'refuses') return void near.destroy()
    const far = open({ host: '127.0.0.1', port })
    keep(far)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => {
        const { fault } = link
        if (fault === 'swallows') return
        if (fault === 'refuses') return void from.destroy()
        if (fault === 'none') return void to.write(bytes)
        setTimeout(() => to.writable && to.write(bytes), fault.delayMs)
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
