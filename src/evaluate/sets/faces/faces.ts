import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findPortrait } from '../../../engine/face/take-portrait.ts'
import { decode } from '../../../engine/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { cpuCost } from '../../measure/cost.ts'
import { readCsv } from '../../measure/csv.ts'
import { detPlot, rocPlot } from '../../measure/plot.ts'
import { acceptedAt, equalError, errorsAt, type Scores } from '../../measure/rates.ts'
import { type Packed, scoreOf } from '../../measure/score.ts'
import { tablesOf } from '../../report/measured.ts'
import type { FacesFigures } from '../../report/tables/faces.ts'

/** Is it the same person? Pairs as labelled, and every picture against every other one (cross pairs). */
export const faces: EvaluationSet = { name: 'faces', folder: 'faces', run }

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = (await readCsv(path.join(folder, 'pairs.csv'))).map(({ file1 = '', file2 = '', same }) => ({
    files: [file1, file2] as const,
    same: same === '1',
  }))
  const files = [...new Set(pairs.flatMap((pair) => pair.files))]
  const templates: Templates = new Map()
  const cost = cpuCost()
  for (const [i, file] of files.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const { value: portrait } = await cost.of(() => bench.read(async (desk) => findPortrait(desk, await decode(bytes))))
    if (portrait) templates.set(file, { ...portrait.template, values: Float32Array.from(portrait.template.values) })
    progress(i + 1, files.length)
  }

  const labelled = split(pairs.map((pair) => ({ same: pair.same, score: score(templates, ...pair.files) })))
  const cross = crossPairs(files, pairs, templates)
  const all = {
    eer: equalError(cross).eer,
    e2: acceptedAt(cross, 1e-2),
    e3: acceptedAt(cross, 1e-3),
    e4: acceptedAt(cross, 1e-4),
  }
  const json: FacesFigures = {
    pairs: pairs.length,
    notEnrolled: files.length - templates.size,
    pictures: files.length,
    eer: all.eer,
    tarAtFar1e2: all.e2.rate,
    tarAtFar1e3: all.e3.rate,
    tarAtFar1e4: all.e4.rate,
    threshold: 50,
    ...errorsAt(labelled, 50),
    labelledEer: equalError(labelled).eer,
    crossPairs: { genuine: cross.positives.length, impostor: cross.negatives.length, ...errorsAt(cross, 50) },
    curve: curveOf(cross),
    cpuMs: cost.summary(),
  }
  return {
    json,
    tables: tablesOf('faces', json),
    plots: {
      'faces-det': detPlot('Face match, all cross pairs', cross),
      'faces-roc': rocPlot('Face match, all cross pairs', cross),
    },
  }
}

type Templates = Map<string, Packed>

const score = (templates: Templates, a: string, b: string) => scoreOf(templates.get(a), templates.get(b))

const split = (pairs: { same: boolean; score: number }[]): Scores => ({
  positives: pairs.filter(({ same }) => same).map(({ score }) => score),
  negatives: pairs.filter(({ same }) => !same).map(({ score }) => score),
})

/** Only files named person_number count here: of the others two names may be one person. */
function crossPairs(
  files: string[],
  pairs: { files: readonly [string, string]; same: boolean }[],
  templates: Templates,
): Scores {
  const scores: Scores = { positives: [], negatives: [] }
  const person = (file: string) => /^(.*)_\d{4}\.\w+$/.exec(file)?.[1]
  const known = files.filter(person)
  if (known.length < 2) return split(pairs.map((pair) => ({ same: pair.same, score: score(templates, ...pair.files) })))
  for (const [i, a] of known.entries()) {
    for (const b of known.slice(i + 1)) {
      const side = person(a) === person(b) ? scores.positives : scores.negatives
      side.push(score(templates, a, b))
    }
  }
  return scores
}

const curveOf = (scores: Scores): FacesFigures['curve'] =>
  [10, 20, 30, 40, 50, 60, 70, 80, 90].map((score) => {
    const { falseAccepts, falseRejects } = errorsAt(scores, score)
    return { score, fmr: falseAccepts / scores.negatives.length, fnmr: falseRejects / scores.positives.length }
  })
