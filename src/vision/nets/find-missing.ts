import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { FETCHED_NETS } from '../../platform/resources.ts'
import type { EngineSettings } from '../settings.ts'
import { readNetList } from './net-list.ts'
import { placeOf } from './runtime.ts'

/** Models whose files no longer exist: a worker that starts now could not serve. */
export async function findMissingModels({
  modelsFolder = FETCHED_NETS,
  modelsFile,
}: Partial<EngineSettings>): Promise<string[]> {
  const missing = await Promise.all(
    filesOf(modelsFolder, modelsFile).map(({ name, place }) =>
      stat(place).then(
        () => [],
        () => [name],
      ),
    ),
  )
  return [...new Set(missing.flat())]
}

/** Models whose files exist but are not those that were measured. */
export async function findSpoiltModels({
  modelsFolder = FETCHED_NETS,
  modelsFile,
}: Partial<EngineSettings>): Promise<string[]> {
  const spoilt: string[] = []
  for (const { name, place, sha256 } of filesOf(modelsFolder, modelsFile)) {
    const digest = createHash('sha256')
      .update(await readFile(place))
      .digest('hex')
    if (digest !== sha256) spoilt.push(name)
  }
  return [...new Set(spoilt)]
}

const filesOf = (modelsFolder: string, modelsFile: string | undefined) =>
  Object.entries(readNetList(modelsFile)).flatMap(([name, entry]) =>
    Object.values(entry.files).map((file) => ({ name, place: placeOf(file, modelsFolder), sha256: file.sha256 })),
  )

/** For readiness: a worker that has its models in memory continues without the files; one that restarts could not. */
export const modelCheck = (settings: Partial<EngineSettings>) => ({
  name: 'models',
  async run() {
    const missing = await findMissingModels(settings)
    if (missing.length) throw new Error(`no file of ${missing.join(', ')}`)
  },
})
