import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Service } from '../../main.ts'
import { composeGreeting } from './greeting.ts'
import { loadConfiguredPolicy } from './policy-file.ts'
import { readS3Credentials } from './storage.ts'
import { RESTARTS } from './supervise.ts'
import { readTelemetrySettings } from './telemetry.ts'
import { UsageError } from './usage.ts'
import { warningsOf } from './warnings.ts'

/** Starts the service in this process and prints where it is and the accounts that this start made. */
export async function startHere(config: Config, terminal: NodeJS.WritableStream = process.stdout): Promise<Service> {
  // Whoever read them may be gone, and the service goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const telemetry = readTelemetrySettings(process.env)
  await ensurePortIsFree(config.port, config.host)
  const { startService } = await import('../../main.ts')
  const service = await startService({
    config,
    policy: loadConfiguredPolicy(config),
    s3: readS3Credentials(process.env),
    telemetry,
    restarts: Number(process.env[RESTARTS] ?? 0),
  })
  // On the terminal, never in the log: passwords are shown here and nowhere else.
  terminal.write(composeGreeting(config, service, await keepPassword(config, service, terminal)))
  for (const warning of warningsOf(config)) process.stderr.write(`  warning: ${warning}\n`)
  return service
}

/**
 * What is no terminal may be the log of a container, which many can read: then the admin's password goes into a file. It
 * is shown after all where the file cannot be written, since nobody could sign in without it.
 */
async function keepPassword(
  { dataDir }: Pick<Config, 'dataDir'>,
  { firstAdmin }: Pick<Service, 'firstAdmin'>,
  terminal: NodeJS.WritableStream & { isTTY?: boolean },
): Promise<string | undefined> {
  if (!firstAdmin || terminal.isTTY) return undefined
  const file = join(dataDir, 'first-admin-password')
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await rm(file, { force: true })
    await writeFile(file, `${firstAdmin.password}\n`, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    process.stderr.write(`  warning: the admin's password could not be written to ${file}: ${error}\n`)
    return undefined
  }
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
