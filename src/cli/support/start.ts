import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config.ts'
import type { Service } from '../../main.ts'
import { composeGreeting } from './greeting.ts'
import { loadConfiguredPolicy } from './policy-file.ts'
import { readS3Credentials } from './storage.ts'
import { readTelemetrySettings } from './telemetry.ts'
import { UsageError } from './usage.ts'
import { warningsOf } from './warnings.ts'

/** Starts the service in this process and prints where it is and the accounts that this start made. */
export async function startHere(config: Config, terminal: NodeJS.WritableStream = process.stdout): Promise<Service> {
  const telemetry = readTelemetrySettings(process.env)
  await ensurePortIsFree(config.port, config.host)
  const { startService } = await import('../../main.ts')
  const service = await startService({
    config,
    policy: loadConfiguredPolicy(config),
    s3: readS3Credentials(process.env),
    telemetry,
  })
  // On the terminal, never in the log: passwords are shown here and nowhere else.
  terminal.write(composeGreeting(config, service))
  for (const warning of warningsOf(config)) process.stderr.write(`  warning: ${warning}\n`)
  return service
}

/** Ends the process when it is asked to, once the service has finished what it accepted. */
export function stopWhenAsked(service: Service, { stopSeconds }: Pick<Config, 'stopSeconds'>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      setTimeout(() => {
        process.stderr.write(`limen: not finished after ${stopSeconds} s; what was under way is cut off\n`)
        process.exit(1)
      }, stopSeconds * 1000)
      service.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`limen: stopping failed: ${error}\n`)
          process.exit(1)
        },
      )
    })
}

/** Fails when something else listens there already: before a database, a key or a password is made, not after. */
async function ensurePortIsFree(port: number, host: string): Promise<void> {
  if (port === 0) return
  const server = createServer().listen(port, host)
  server.on('error', () => {}) // reported below
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `cannot listen on ${host}:${port}: ${error.code === 'EADDRINUSE' ? 'it is in use' : error.message}`,
    )
  })
  server.close()
  await once(server, 'close')
}
