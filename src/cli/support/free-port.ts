import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from './usage.ts'

/** Fails when something else listens there already: before a database, a key or a password is made, not after. */
export async function ensurePortIsFree(port: number, host: string): Promise<void> {
  if (port === 0) return
  const server = createServer().listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `cannot listen on ${host}:${port}: ${error.code === 'EADDRINUSE' ? 'it is in use' : error.message}`,
    )
  })
  server.close()
  await once(server, 'close')
}
