import { stat } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import program from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { freeOn } from '../../storage/checks.ts'
import { masterKeyFile } from '../../storage/keys/keys.ts'
import { bad, type Finding, good, unsafe } from './finding.ts'

/** argon2 off the main thread came with it. */
const LEAST_NODE = [24, 7] as const
/** A worker with its nets open, and as much again for a large picture. */
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
    `${text}: a gigabyte for each is wanted`,
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
      return bad('space', `${text}, ${minFreeMegabytes} MB are wanted`, 'make room, or lower MIN_FREE_MB and know why')
    }),
  )
}

/** The key itself is tried on the database; this is about who else can read it. */
export async function judgeKeyFile({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): Promise<Finding[]> {
  if (masterKey) return []
  const file = masterKeyFile(dataDir)
  const found = await stat(file).catch(() => undefined)
  if (!found) return []
  const mode = found.mode & 0o777
  return mode & 0o077
    ? [unsafe('key file', `others on this machine can read ${file} (mode ${mode.toString(8)})`, `chmod 600 ${file}`)]
    : [good('key file', 'read by its owner alone; keep a copy in another place than the backups')]
}
