import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import type { Tally } from '../../report/tables/selfies.ts'
import { count } from './faces-quality.ts'
import { type GoodSelfie, goodSelfie } from './good-selfie.ts'
import { BASES, canBeCut, findingsOf, spread, tallyFaults } from './tally-faults.ts'

/** Original photographs, and pictures made from them with one fault each: cropped, scaled, shifted, turned, covered. */
export const facesMade: EvaluationSet = { name: 'facesMade', folder: 'liveness', run }

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = (await readCsv(path.join(folder, 'labels.csv'))).filter(({ label }) => label === 'live')
  const asTaken: Record<string, Tally> = {}
  const bases: GoodSelfie[] = []
  for (const [i, { file = '' }] of rows.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const { value: outcome } = await engine.read((context) => readFace(context, bytes))
    const refusal = outcome.ok ? undefined : outcome.refusal
    const good = await goodSelfie(engine, await decode(bytes))
    count(asTaken, 'as photographed', undefined, refusal)
    if (good) count(asTaken, 'of them good selfies', undefined, refusal)
    if (good && (await canBeCut(engine, good))) bases.push(good)
    progress(i + 1, rows.length)
  }

  const chosen = spread(bases, BASES)
  return findingsOf('facesMade', asTaken, chosen.length, await tallyFaults(engine, chosen, progress))
}
