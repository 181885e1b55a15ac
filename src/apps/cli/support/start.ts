import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../../kernel/config.ts'
import { loadConfiguredPolicy } from '../../../kernel/decision/policy-file.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { readS3Credentials, readTelemetrySettings } from '../../../kernel/storage/open-for-command.ts'
import type { Service } from '../../../main.ts'
import { programName, UsageError } from '../../../platform/cli/usage.ts'
import { ConfigError } from '../../../platform/settings/setting.ts'
import { warningsOf } from './settings.ts'
import { RESTARTS } from './supervise.ts'

/** Starts the service in this process and prints its address and the accounts that this start made. */
export async function startHere(wanted: Config, terminal: NodeJS.WritableStream = process.stdout): Promise<Service> {
  // The terminal may be closed, and the service continues.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const telemetry = readTelemetrySettings(process.env)
  const config = await findPort(wanted)
  await checkModelsFile(config)
  const { startService } = await import('../../../main.ts')
  const service = await startService({
    config,
    policy: loadConfiguredPolicy(config),
    s3: readS3Credentials(process.env),
    telemetry,
    restarts: Number(process.env[RESTARTS] ?? 0),
    isWatched: true,
  })
  // On the terminal, never in the log: passwords are shown only here.
  terminal.write(composeGreeting(config, service, await keepPassword(config, service, terminal)))
  for (const warning of warningsOf(config)) process.stderr.write(`  warning: ${warning}\n`)
  return service
}

/**
 * If the output is not a terminal it may be the log of a container, which many can read: then the admin's password is
 * written to a file. It is printed anyway if the file cannot be written, since nobody could sign in without it.
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

/** Ends the process on a signal, after the service has finished what it accepted. */
export function stopWhenAsked(service: Service, { stopSeconds }: Pick<Config, 'stopSeconds'>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      setTimeout(() => {
        process.stderr.write(`limen: not finished after ${stopSeconds} s; work in progress is cut off\n`)
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

/**
 * Fails when something else already listens there: before a database, a key or a password is made, not after. Port 0
 * becomes a free one, which the address of the service then names.
 */
async function findPort(config: Config): Promise<Config> {
  const { port, host, baseUrl } = config
  const server = createServer().listen(port, host)
  server.on('error', () => {}) // reported below
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `cannot listen on ${host}:${port}: ${error.code === 'EADDRINUSE' ? 'it is in use' : error.message}`,
    )
  })
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { ...config, port: free, baseUrl: baseUrl === baseUrlOn(port) ? baseUrlOn(free) : baseUrl }
}

const baseUrlOn = (port: number): string => `http://localhost:${port}`

/** A worker that cannot read the file never serves; reported here, it is an invalid setting. */
async function checkModelsFile({ modelsFile }: Pick<Config, 'modelsFile'>): Promise<void> {
  if (!modelsFile) return
  const { readNetList } = await import('../../../vision/nets/net-list.ts')
  try {
    readNetList(modelsFile)
  } catch (error) {
    throw new ConfigError([`MODELS_FILE: ${error instanceof Error ? error.message : error}`])
  }
}

/** The accounts that this start made, except the password of one that the operator gave. */
interface FirstAccounts {
  firstCredential?: { username: string; password?: string; mode: Mode } | undefined
  firstAdmin?: { username: string; password: string } | undefined
}

/** The text of the start: where everything is, and the passwords that it made. The admin's may be in a file instead. */
export function composeGreeting(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { firstCredential: credential, firstAdmin }: FirstAccounts,
  passwordFile?: string,
): string {
  const lines = [
    `Limen is at  ${baseUrl}`,
    `API page     ${baseUrl}/docs`,
    ...(demo ? [`demo         ${baseUrl}/demo${fragment(credential)}`] : []),
    `console      ${baseUrl}/console`,
  ]
  if (credential)
    lines.push(
      '',
      `API username ${credential.username} (${credential.mode} mode)`,
      ...(credential.password === undefined
        ? ['API password as given in API_PASSWORD']
        : [
            `API password ${credential.password}`,
            `(shown this once; make another with: ${programName()} credentials create)`,
          ]),
      ...modeWords(credential.mode),
    )
  const another = `make another with: ${programName()} reviewers create NAME --role admin`
  if (firstAdmin)
    lines.push(
      '',
      `console name ${firstAdmin.username}`,
      ...(passwordFile === undefined
        ? [`   password  ${firstAdmin.password}`, `(shown this once; ${another})`]
        : [
            `   password  in ${passwordFile}`,
            `(which only its owner can read: remove it once it is used; ${another})`,
          ]),
    )
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}

/** What a new operator must know before real people are asked. */
const modeWords = (mode: Mode): string[] =>
  mode === 'live'
    ? ['Its sessions are live: they decide about real people.']
    : [
        'Its sessions are for trying out: specimens can be approved, and nothing counts.',
        `For real people make a live one: ${programName()} credentials create --live`,
      ]

/** A link that fills in the demo's form: the part after # never leaves the browser. */
function fragment(credential: FirstAccounts['firstCredential']): string {
  return credential?.password === undefined
    ? ''
    : `#${encodeURIComponent(`${credential.username}:${credential.password}`)}`
}
