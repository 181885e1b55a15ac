import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFace } from '../../engine/read-face.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { count, type Tally, tallyTable } from './faces-quality.ts'

/** Faces with real masks, and without. The clear ones are of any framing, so other codes than occlusion may be right. */
export const masks: EvaluationSet = { name: 'masks', folder: 'masks', run }

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const byLabel: Record<string, Tally> = {}
  for (const [i, { file = '', label = '' }] of rows.entries()) {
    const outcome = await readFace(bench, await readFile(path.join(folder, file)))
    const expected = label === 'with_mask' ? 'FACE_IS_OCCLUDED' : undefined
    count(byLabel, label, expected, outcome.ok ? undefined : outcome.refusal)
    progress(i + 1, rows.length)
  }
  return { json: { byLabel }, tables: [tallyTable('masks: by label', byLabel)] }
}
