import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCage, readableFor } from '../../engine/process/cage.ts'
import { tryCage } from '../../engine/process/try-cage.ts'
import { DEFAULT_SETTINGS } from '../../engine/settings.ts'
import { bad, type Finding, good, unsafe } from './finding.ts'

/** By a prisoner who tries to get out: what he says counts, not what was asked for. */
export async function judgeCage(modelsFile: string | undefined): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
  const secret = join(folder, randomUUID())
  await writeFile(secret, 'not for a worker', { mode: 0o600 })
  const readable = readableFor({ ...DEFAULT_SETTINGS, ...(modelsFile && { modelsFile }) })
  const cage = findCage(readable)
  const { readSecret, readEnvironment, wroteFile, startedProcess, openedSocket, user } = await tryCage(
    cage,
    readable,
    secret,
  ).finally(() => rm(folder, { recursive: true }))
  const kept = !(readSecret || readEnvironment || wroteFile || startedProcess)
  const other = user !== process.getuid?.()
  return [
    kept
      ? good('cage: files', 'a worker reads program and models, and nothing else')
      : bad('cage: files', 'does not hold', 'do not serve strangers from this machine: a picture could take it over'),
    openedSocket
      ? unsafe(
          'cage: network',
          'not granted by this machine',
          'let it make user namespaces (kernel.unprivileged_userns_clone, container profile)',
        )
      : good('cage: network', 'a worker reaches nobody'),
    other
      ? good('cage: user', `a worker is user ${user}`)
      : good('cage: user', 'the same as the service; only root can choose'),
    cage.memory === undefined
      ? unsafe(
          'cage: memory',
          'watched only',
          'limit it from outside: MemoryMax of systemd, or the limits of the container',
        )
      : good('cage: memory', `${cage.memory / 1e9} GB at most`),
  ]
}
