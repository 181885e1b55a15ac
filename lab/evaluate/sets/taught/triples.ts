import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { type ComparedPhoto, comparePhoto } from './compare-photo.ts'
import { randomOf } from './imitate/plane.ts'
import { type Tally, tallyOf } from './tally-imitations.ts'
import { readEntries, type Shown, teachPictures } from './teach-entry.ts'

/** The number of triples per document. */
const TRIPLES = 4
const SHOTS = 3

type Capture = 'scans' | 'phone'

export interface TriplesFigures extends Record<Capture, Tally & { triples: number }> {
  /** Triples that nothing could be learnt from. */
  notLearnt: Record<Capture, number>
}

/**
 * The labelled folder names three pictures for teaching each document, but an operator has others. Each document is
 * taught with random triples of all its genuine pictures and compared with the rest. Text is not read.
 */
export const triples: EvaluationSet = {
  name: 'triples',
  folder: 'taught',
  async run({ engine, folder, progress, part }) {
    const entries = await readEntries(folder, part)
    const compared: Record<Capture, ComparedPhoto[]> = { scans: [], phone: [] }
    const taught: Record<Capture, number> = { scans: 0, phone: 0 }
    const notLearnt: Record<Capture, number> = { scans: 0, phone: 0 }
    let done = 0
    for (const [index, entry] of entries.entries()) {
      const capture: Capture = entry.capture === 'flatbed scan' ? 'scans' : 'phone'
      for (let triple = 0; triple < TRIPLES; triple++) {
        const shown = shuffled([...entry.teach, ...entry.test], 1 + TRIPLES * ((part?.from ?? 0) + index) + triple)
        if (shown.length <= SHOTS) continue
        const pictures = await Promise.all(
          shown.map(async (each) => ({ ...each, picture: await readFile(path.join(folder, each.file)) })),
        )
        const { model } = await teachPictures(engine, entry, pictures.slice(0, SHOTS))
        taught[capture]++
        progress(++done, TRIPLES * entries.length)
        if (!model) {
          notLearnt[capture]++
          continue
        }
        engine.useModels([model])
        for (const { picture } of pictures.slice(SHOTS)) {
          compared[capture].push(await comparePhoto(engine, await decode(picture)))
        }
        engine.useModels([])
      }
    }
    const of = (capture: Capture) => ({ ...tallyOf(compared[capture]), triples: taught[capture] })
    const json: TriplesFigures = { scans: of('scans'), phone: of('phone'), notLearnt }
    return { json, tables: tablesOf('triples', json) }
  },
}

function shuffled(shown: readonly Shown[], seed: number): Shown[] {
  const random = randomOf(seed)
  return shown
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}
