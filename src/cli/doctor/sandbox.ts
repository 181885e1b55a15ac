import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSandbox, readableFor } from '../../engine/process/sandbox.ts'
import { trySandbox } from '../../engine/process/try-sandbox.ts'
import { DEFAULT_SETTINGS } from '../../engine/settings.ts'
import { bad, type Finding, good, unsafe } from './finding.ts'

/** Judged by a process that tries to break out: what it managed counts, not what was asked for. */
export async function judgeSandbox(modelsFile: string | undefined): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
  const secret = join(folder, randomUUID())
  await writeFile(secret, 'not for a worker', { mode: 0o600 })
  const readable = readableFor({ ...DEFAULT_SETTINGS, ...(modelsFile && { modelsFile }) })
  const sandbox = findSandbox(readable)
  const { readSecret, readEnvironment, wroteFile, startedProcess, openedSocket, user } = await trySandbox(
    sandbox,
    readable,
    secret,
  ).finally(() => rm(folder, { recursive: true }))
  const kept = !(readSecret || readEnvironment || wroteFile || startedProcess)
  const other = user !== process.getuid?.()
  return [
    kept
      ? good('sandbox: files', 'a worker reads program and models, and nothing else')
      : bad(
          'sandbox: files',
          'does not hold',
          'do not serve strangers from this machine: a picture could take it over',
        ),
    openedSocket
      ? unsafe(
          'sandbox: network',
          'not granted by this machine',
          'let it make user namespaces (kernel.unprivileged_userns_clone, container profile)',
        )
      : good('sandbox: network', 'a worker reaches nobody'),
    other
      ? good('sandbox: user', `a worker is user ${user}`)
      : good('sandbox: user', 'the same as the service; only root can choose'),
    sandbox.memory === undefined
      ? unsafe(
          'sandbox: memory',
          'watched only',
          'limit it from outside: MemoryMax of systemd, or the limits of the container',
        )
      : good('sandbox: memory', `${sandbox.memory / 1e9} GB at most`),
  ]
}
