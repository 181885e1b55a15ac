import { stat } from 'node:fs/promises'
import type { EngineSettings } from '../settings.ts'
import { readNetList } from './net-list.ts'
import { MODELS_FOLDER, placeOf } from './runtime.ts'

/** Models whose files are not there any more: a worker that starts now could not serve. */
export async function findMissingModels({
  modelsFolder = MODELS_FOLDER,
  modelsFile,
}: Partial<EngineSettings>): Promise<string[]> {
  const files = Object.entries(readNetList(modelsFile)).flatMap(([name, entry]) =>
    Object.values(entry.files).map((file) => ({ name, place: placeOf(file, modelsFolder) })),
  )
  const missing = await Promise.all(
    files.map(({ name, place }) =>
      stat(place).then(
        () => [],
        () => [name],
      ),
    ),
  )
  return [...new Set(missing.flat())]
}
