import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf } from '../../report/measured.ts'
import type { Tally } from '../../report/tables/selfies.ts'
import { count } from './faces-quality.ts'

/** Faces with and without real masks. The clear ones have any framing, so codes other than occlusion may be right. */
export const masks: EvaluationSet = { name: 'masks', folder: 'masks', run }

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const byLabel: Record<string, Tally> = {}
  for (const [i, { file = '', label = '' }] of rows.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const { value: outcome } = await engine.read((context) => readFace(context, bytes))
    const refusal = outcome.ok ? undefined : outcome.refusal
    const expected = label === 'with_mask' ? 'FACE_IS_OCCLUDED' : undefined
    const alone = (await findFaces(engine.nets, await decode(bytes))).length === 1
    count(byLabel, label, expected, refusal)
    count(byLabel, `${label}, ${alone ? 'one face found' : 'none or several found'}`, expected, refusal)
    progress(i + 1, rows.length)
  }
  return { json: { byLabel }, tables: tablesOf('masks', { byLabel }) }
}
