import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFace } from '../../engine/read-face.ts'
import { decode, toJpeg } from '../../engine/steps/decode.ts'
import { judgeOcclusion } from '../../engine/steps/judge-occlusion.ts'
import type { Workbench } from '../../engine/workbench.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { type GoodSelfie, goodSelfie } from '../good-selfie.ts'
import { FAULTS } from '../made-faults.ts'
import { count, type Tally, tallyTable } from './faces-quality.ts'

/** Photographs as they are, and pictures made from them with one fault each: cut, shrunk, shifted, turned, covered. */
export const facesMade: EvaluationSet = { name: 'facesMade', folder: 'liveness', run }

const BASES = 40

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = (await readCsv(path.join(folder, 'labels.csv'))).filter(({ label }) => label === 'live')
  const asTaken: Record<string, Tally> = {}
  const bases: GoodSelfie[] = []
  for (const [i, { file = '' }] of rows.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const outcome = await readFace(bench, bytes)
    const refusal = outcome.ok ? undefined : outcome.refusal
    const good = await goodSelfie(bench, await decode(bytes))
    count(asTaken, 'as photographed', undefined, refusal)
    if (good) count(asTaken, 'of them good selfies', undefined, refusal)
    if (good && (await canBeCut(bench, good))) bases.push(good)
    progress(i + 1, rows.length)
  }

  const byLabel: Record<string, Tally> = {}
  const chosen = spread(bases, BASES)
  for (const [i, base] of chosen.entries()) {
    for (const [label, { refusal, make }] of Object.entries(FAULTS)) {
      const neighbour = chosen[(i + 1) % chosen.length] as GoodSelfie
      const outcome = await readFace(bench, await toJpeg(await make(base, neighbour)))
      count(byLabel, label, refusal, outcome.ok ? undefined : outcome.refusal)
    }
    progress(i + 1, chosen.length)
  }
  return {
    json: { byLabel: { ...asTaken, ...byLabel } },
    tables: [
      tallyTable('faces as photographed', asTaken),
      tallyTable(`faces made from ${chosen.length} good ones, with a fault and without`, byLabel),
    ],
  }
}

/** One fault at a time: only pictures with room around an uncovered face can be cut and shifted at will. */
async function canBeCut(bench: Workbench, { picture, face }: GoodSelfie): Promise<boolean> {
  const share = face.width / Math.min(picture.width, picture.height)
  const covered = await judgeOcclusion(await bench.models.get('face-occlusion'), picture, face)
  return share > 0.2 && share < 0.6 && covered < 0.1
}

/** As many as wanted, evenly over the list. */
function spread<Item>(items: Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, most)
}
