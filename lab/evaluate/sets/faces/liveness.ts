import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { findFaces, pickFace } from '../../../../src/vision/face/detect-faces.ts'
import { judgeLiveness } from '../../../../src/vision/face/judge-liveness.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { detPlot } from '../../measure/plot.ts'
import { auc, equalError, errorsAt, quantile, type Scores } from '../../measure/rates.ts'
import { tablesOf } from '../../report/measured.ts'
import type { LivenessFigures } from '../../report/tables/liveness.ts'

/**
 * Live or not, on pictures of one size and one compression, because the file size alone would distinguish the attacks.
 */
export const liveness: EvaluationSet = { name: 'liveness', folder: 'liveness', run }

const SIDE = 480
const QUALITY = 85

/** One picture of a set, and its result. */
interface Judged {
  live: boolean
  kind: string
  /** Absent if no face was found: the picture is refused. */
  score?: number
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const judged = await judgeFolder(engine, folder, progress)
  const json = livenessFigures(judged)
  return {
    json,
    tables: tablesOf('liveness', json),
    plots: { 'liveness-det': detPlot('Passive liveness', scoresOf(judged)) },
  }
}

/** Every picture that labels.csv names. */
export async function judgeFolder(
  engine: ReadEngine,
  folder: string,
  progress: EvaluationContext['progress'],
): Promise<Judged[]> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const judged: Judged[] = []
  for (const [i, { file = '', label, attack = '' }] of rows.entries()) {
    const score = await judgeLevelled(engine, await decode(await levelled(await readFile(path.join(folder, file)))))
    judged.push({
      live: label === 'live',
      kind: label === 'live' ? 'live' : attack,
      ...(score !== undefined && { score }),
    })
    progress(i + 1, rows.length)
  }
  return judged
}

export function scoresOf(judged: readonly Judged[]): Scores {
  const refusedScore = (picture: Judged) => picture.score ?? 0
  return {
    positives: judged.filter(({ live }) => live).map(refusedScore),
    negatives: judged.filter(({ live }) => !live).map(refusedScore),
  }
}

export function livenessFigures(judged: Judged[]): LivenessFigures {
  const scores = scoresOf(judged)
  const { falseAccepts, falseRejects } = errorsAt(scores, 50)
  return {
    n: judged.length,
    auc: auc(scores),
    eer: equalError(scores).eer,
    threshold: 50,
    apcer: falseAccepts / scores.negatives.length,
    bpcer: falseRejects / scores.positives.length,
    noFace: judged.filter(({ score }) => score === undefined).length,
    byKind: kindsOf(judged),
  }
}

/** Every picture at one size and one compression. */
export const levelled = (bytes: Uint8Array) =>
  sharp(bytes).autoOrient().resize(SIDE, SIDE, { fit: 'inside' }).jpeg({ quality: QUALITY }).toBuffer()

/** The score of the face that the picture is about; undefined if there is none. */
export async function judgeLevelled(engine: ReadEngine, picture: Picture): Promise<number | undefined> {
  const face = pickFace(await findFaces(engine.nets, picture), picture)
  if (!face) return undefined
  return (await judgeLiveness(engine.nets, picture, face)).score
}

function kindsOf(judged: Judged[]): LivenessFigures['byKind'] {
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, pictures]) => {
    const scores = pictures.map(({ score = 0 }) => score)
    return [
      kind,
      {
        n: pictures.length,
        accepted: scores.filter((score) => score > 50).length,
        noFace: pictures.filter(({ score }) => score === undefined).length,
        medianScore: quantile(scores, 0.5),
      },
    ] as const
  })
  return Object.fromEntries(kinds)
}
