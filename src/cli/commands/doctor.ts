import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReadiness } from '../../actions/upkeep/readiness.ts'
import { readConfig } from '../../config.ts'
import { findMissingModels } from '../../engine/nets/find-missing.ts'
import { findCage, readableFor } from '../../engine/process/cage.ts'
import { tryCage } from '../../engine/process/try-cage.ts'
import { DEFAULT_SETTINGS } from '../../engine/settings.ts'
import { withStorage } from '../support/storage.ts'
import { warningsOf } from '../support/warnings.ts'

/** Says what holds and what does not on this machine, with these settings. Ends with 1 when the service could not serve. */
export async function run(): Promise<void> {
  const config = readConfig(process.env)
  const { modelsFile } = config
  const missing = await findMissingModels(modelsFile ? { modelsFile } : {})
  const problems = await withStorage(({ checks }) => createReadiness(checks, { limitMs: 10_000 }).problems())
  say('Node', process.version, Number(process.versions.node.split('.')[0]) >= 24)
  say('models', missing.length ? `missing: ${missing.join(', ')}` : 'every file is there', !missing.length)
  for (const name of ['database', 'master key', 'picture store', 'disk', 'clock']) {
    const problem = problems.find((each) => each.name === name)
    say(name, problem?.message ?? 'in order', !problem)
  }
  await sayCage(modelsFile)
  for (const warning of warningsOf(config)) say('warning', warning, false)
  if (problems.length || missing.length) process.exitCode = 1
}

/** By a prisoner who tries to get out: what he says counts, not what was asked for. */
async function sayCage(modelsFile: string | undefined): Promise<void> {
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
  say('cage: files', kept ? 'a worker reads program and models, and nothing else' : 'does not hold', kept)
  say('cage: network', openedSocket ? 'not granted by this machine' : 'a worker reaches nobody', !openedSocket)
  const other = user !== process.getuid?.()
  say('cage: user', other ? `a worker is user ${user}` : 'the same as the service; only root can choose', other)
  const limit = cage.memory === undefined ? 'watched only' : `${cage.memory / 1e9} GB at most`
  say('cage: memory', limit, cage.memory !== undefined)
}

function say(name: string, text: string, good: boolean): void {
  console.log(`${good ? '✔' : '✖'} ${name.padEnd(14)} ${text}`)
}
