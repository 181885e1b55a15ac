import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { DocumentModel } from '../../../../src/vision/taught/model.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { comparePhoto, originalOf } from './compare-photo.ts'
import { imitate } from './imitate/imitate.ts'
import { METHODS } from './imitate/methods.ts'
import type { Method } from './imitate/scene.ts'
import { type Compared, tallyImitations } from './tally-imitations.ts'
import { readEntries, SHOTS, teach } from './teach-entry.ts'

/** This many genuine pictures of each document are imitated, with every method. */
const IMITATED = 2

/**
 * Imitations of taught documents with the methods of the labelled ones and others, made from genuine pictures. Each is
 * compared with its reference like in a reading; its text is not read.
 */
export const imitations: EvaluationSet = {
  name: 'imitations',
  folder: 'taught',
  async run({ engine, folder, progress, part, earlier }) {
    const entries = await readEntries(folder, part)
    const compared: Compared[] = [...((earlier as { compared?: Compared[] } | undefined)?.compared ?? [])]
    let done = 0
    for (const entry of entries) {
      const taughtWith: { shots: number; model: DocumentModel | undefined }[] = []
      for (const shots of SHOTS) taughtWith.push({ shots, model: (await teach(engine, folder, entry, shots)).model })
      const compareAll = async (photo: Picture, method?: Method) => {
        for (const { shots, model } of taughtWith) {
          engine.useModels(model ? [model] : [])
          compared.push({
            model: entry.model,
            shots,
            isScan: entry.capture === 'flatbed scan',
            ...(method && { method: method.name, family: method.family, ...(method.isApart && { isApart: true }) }),
            ...(await comparePhoto(engine, photo)),
          })
        }
      }
      for (const [i, { file }] of entry.test.entries()) {
        const photo = await decode(await readFile(path.join(folder, file)))
        await compareAll(photo)
        if (i >= IMITATED) continue
        const original = await originalOf(engine, photo)
        for (const [m, method] of METHODS.entries()) {
          const made = await imitate({ ...original, seed: 100 * i + 7 * m }, method)
          await compareAll(await decode(await toJpeg(made)), method)
        }
      }
      progress(++done, entries.length)
    }
    engine.useModels([])
    const figures = tallyImitations(compared)
    return { json: { ...figures, compared }, figures, tables: tablesOf('imitations', figures) }
  },
}
