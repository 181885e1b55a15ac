import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { connect as connectTls } from 'node:tls'
import program from '../../../../package.json' with { type: 'json' }
import type { Config } from '../../../kernel/config.ts'
import { bad, type Finding, good, unsafe } from '../../../kernel/operations/finding.ts'
import { freeOn } from '../../../kernel/storage/checks.ts'
import { masterKeyFile } from '../../../platform/keys/keys.ts'

/** The first version with argon2 off the main thread. */
const LEAST_NODE = [24, 7] as const
/** A worker with its models loaded, and as much again for a large picture. */
const WORKER_BYTES = 1e9

export function judgeVersions(node = process.versions.node): Finding[] {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = LEAST_NODE
  const enough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
  return [
    good('version', `Limen ${program.version}`),
    enough ? good('Node', node) : bad('Node', node, `install Node ${LEAST_NODE.join('.')} or later, or use npm start`),
  ]
}

export function judgeMemory(workers: number | undefined, bytes = totalmem()): Finding {
  const count = workers ?? availableParallelism()
  const text = `${(bytes / 1e9).toFixed(1)} GB for ${count} ${count === 1 ? 'worker' : 'workers'}`
  if (bytes >= count * WORKER_BYTES) return good('memory', text)
  return unsafe(
    'memory',
    `${text}: each needs a gigabyte`,
    `set ENGINE_WORKERS=${Math.max(1, Math.floor(bytes / WORKER_BYTES))}`,
  )
}

/** How much is free where files are written. */
export async function judgeSpace(
  { minFreeMegabytes }: Pick<Config, 'minFreeMegabytes'>,
  folders: string[],
): Promise<Finding[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const free = await freeOn(folder)
      const text = `${(free / 1e9).toFixed(1)} GB are free below ${folder}`
      if (free >= minFreeMegabytes * 1e6) return good('space', text)
      return bad(
        'space',
        `${text}, ${minFreeMegabytes} MB are needed`,
        'free some space, or lower MIN_FREE_MB if you know why',
      )
    }),
  )
}

/** The key itself is tested on the database; this is about who else can read it. */
export async function judgeKeyFile({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): Promise<Finding[]> {
  if (masterKey) return []
  const file = masterKeyFile(dataDir)
  const found = await stat(file).catch(() => undefined)
  if (!found) return []
  const mode = found.mode & 0o777
  return mode & 0o077
    ? [unsafe('key file', `others on this machine can read ${file} (mode ${mode.toString(8)})`, `chmod 600 ${file}`)]
    : [good('key file', 'readable only by its owner; keep a copy, but not with the backups')]
}

const LIMIT_MS = 5_000
/** Shorter than the 30 days before which most authorities renew: anything below was forgotten. */
const LEAST_DAYS = 14

/**
 * An address that the service or its callers need: whether it answers, and how long its certificate is valid. Nothing
 * is sent.
 */
export async function judgeAddress(name: string, address: string, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const where = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  try {
    if (protocol !== 'https:') {
      await reach(host, Number(port || 80))
      return good(name, `${where} answers, without TLS`)
    }
    const { problem, until } = await shakeHands(host, Number(port || 443))
    const days = Math.floor((until.getTime() - now.getTime()) / 86_400_000)
    const date = until.toISOString().slice(0, 10)
    if (problem)
      return unsafe(
        name,
        `${where}: callers refuse its certificate (${problem})`,
        'install one for this name with its whole chain',
      )
    if (days < LEAST_DAYS)
      return unsafe(name, `${where}: its certificate ends on ${date}`, 'renew it, and find out why it was not renewed')
    return good(name, `${where} answers, certificate until ${date}`)
  } catch (error) {
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error)
    return unsafe(
      name,
      `${where} cannot be reached from here (${reason})`,
      'check the name, the firewall and whether it runs',
    )
  }
}

/** An address to which no webhook is sent, whether or not a server answers there. */
export function judgeRefused(name: string, address: string, refusal: string): Finding {
  const { host } = new URL(address)
  return unsafe(
    name,
    `no webhook is sent to ${host}: ${refusal}`,
    `set ALLOWED_HOSTS=${host}, or use a public https address`,
  )
}

async function reach(host: string, port: number): Promise<void> {
  const socket = connectTcp({ host, port })
  socket.on('error', () => {}) // the caller that awaits it gets the error too
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(LIMIT_MS) })
  } finally {
    socket.destroy()
  }
}

async function shakeHands(host: string, port: number): Promise<{ problem?: string; until: Date }> {
  // Refused addresses are checked too: the question is what is wrong with them.
  const isName = !/^[\d.]+$|:/.test(host)
  const socket = connectTls({ host, port, ...(isName && { servername: host }), rejectUnauthorized: false })
  socket.on('error', () => {})
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(LIMIT_MS) })
    const until = new Date(socket.getPeerCertificate().valid_to)
    return { until, ...(!socket.authorized && { problem: String(socket.authorizationError) }) }
  } finally {
    socket.destroy()
  }
}
