import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Hint } from '../../../../src/formats/hints.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import type { FaceRefusal } from '../../../../src/vision/refusals.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { cpuCost, stepCost } from '../../measure/cost.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf } from '../../report/measured.ts'
import type { Tally } from '../../report/tables/selfies.ts'

/** Selfies with a known fault, and faultless ones: is each refused with the right code, or accepted? */
export const facesQuality: EvaluationSet = { name: 'facesQuality', folder: 'faces-quality', run }

interface Expectation {
  label: string
  /** Absent: a picture that should be accepted. */
  refusal?: FaceRefusal
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const byLabel: Record<string, Tally> = {}
  const cost = cpuCost()
  const steps = stepCost()
  for (const [i, row] of rows.entries()) {
    const expected = expectationOf(row)
    const bytes = await readFile(path.join(folder, row.file ?? ''))
    const { value: outcome, times } = await cost.of(() => engine.read((context) => readFace(context, bytes)))
    steps.add(times)
    const hints = outcome.ok ? outcome.value.reading.hints : outcome.hints
    count(byLabel, expected.label, expected.refusal, outcome.ok ? undefined : outcome.refusal, hints)
    progress(i + 1, rows.length)
  }
  const json = { byLabel, cpuMs: cost.summary(), stepCpuMs: steps.means() }
  return { json, tables: tablesOf('facesQuality', json) }
}

export function count(
  byLabel: Record<string, Tally>,
  label: string,
  expected: FaceRefusal | undefined,
  refusal: FaceRefusal | undefined,
  hints: readonly Hint[] = [],
): void {
  const tally = byLabel[label] ?? emptyTally()
  byLabel[label] = tally
  tally.n++
  if (!refusal) tally.accepted++
  else if (refusal === expected) tally.refusedWithExpectedCode++
  else tally.refusedOtherwise++
  if (refusal) tally.codes[refusal] = (tally.codes[refusal] ?? 0) + 1
  for (const hint of hints) tally.hints[hint] = (tally.hints[hint] ?? 0) + 1
}

const emptyTally = (): Tally => ({
  n: 0,
  refusedWithExpectedCode: 0,
  refusedOtherwise: 0,
  accepted: 0,
  codes: {},
  hints: {},
})

/** The first fault of the picture according to its label. */
function expectationOf({ faces, mask = '', pose, partial, rotated, eyes, other }: Record<string, string>): Expectation {
  if (faces === '0') return { label: 'no face', refusal: 'FACE_NOT_FOUND' }
  if (Number(faces) > 1) return { label: 'several faces', refusal: 'TOO_MANY_FACES' }
  if (mask.startsWith('yes')) return { label: mask === 'yes' ? 'mask' : 'mask (drawn on)', refusal: 'FACE_IS_OCCLUDED' }
  if (partial) return { label: 'partial face', refusal: 'FACE_CROPPED' }
  if (pose) return { label: `pose ${pose}`, refusal: 'FACE_ANGLE_TOO_LARGE' }
  if (rotated && rotated !== '0') return { label: 'turned picture', refusal: 'FACE_ANGLE_TOO_LARGE' }
  if (eyes) return { label: `eyes ${eyes}` }
  if (other) return { label: other }
  return { label: mask === 'no' ? 'no mask' : 'one face' }
}
