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

/** How many good pictures, one per person, are refused, and the same faults made from some of them. */
export const facesGood: EvaluationSet = { name: 'facesGood', folder: 'faces', run }

/** Every fourth picture, from the second on. */
const STEP = 4
const FIRST = 1

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const files = [...new Set(pairs.flatMap(({ file1 = '', file2 = '' }) => [file1, file2]))].sort()
  const some = files.filter((_, i) => i % STEP === FIRST)
  const asTaken: Record<string, Tally> = {}
  const bases: GoodSelfie[] = []
  for (const [i, file] of some.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const { value: outcome } = await engine.read((context) => readFace(context, bytes))
    const refusal = outcome.ok ? undefined : outcome.refusal
    const good = await goodSelfie(engine, await decode(bytes))
    count(asTaken, 'as photographed', undefined, refusal)
    if (good) count(asTaken, 'of them good selfies', undefined, refusal)
    if (good && (await canBeCut(engine, good))) bases.push(good)
    progress(i + 1, some.length)
  }
  const chosen = spread(bases, BASES)
  return findingsOf('facesGood', asTaken, chosen.length, await tallyFaults(engine, chosen, progress))
}
