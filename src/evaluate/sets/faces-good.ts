import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFace } from '../../engine/read-face.ts'
import { decode } from '../../engine/steps/decode.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { goodSelfie } from '../good-selfie.ts'
import { count, type Tally, tallyTable } from './faces-quality.ts'

/** How many good pictures of one person are refused, on many people. */
export const facesGood: EvaluationSet = { name: 'facesGood', folder: 'faces', run }

/** Every fourth picture, from the second on. */
const STEP = 4
const FIRST = 1

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const files = [...new Set(pairs.flatMap(({ file1 = '', file2 = '' }) => [file1, file2]))].sort()
  const some = files.filter((_, i) => i % STEP === FIRST)
  const byLabel: Record<string, Tally> = {}
  for (const [i, file] of some.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const outcome = await readFace(bench, bytes)
    const refusal = outcome.ok ? undefined : outcome.refusal
    count(byLabel, 'as photographed', undefined, refusal)
    if (await goodSelfie(bench, await decode(bytes))) count(byLabel, 'of them good selfies', undefined, refusal)
    progress(i + 1, some.length)
  }
  return { json: { byLabel }, tables: [tallyTable('faces: good pictures refused', byLabel)] }
}
