import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { findFaces } from '../../../engine/face/detect-faces.ts'
import { judgeLiveness } from '../../../engine/face/judge-liveness.ts'
import { pickFace } from '../../../engine/face/pick-face.ts'
import { decode } from '../../../engine/picture/decode.ts'
import type { Picture } from '../../../engine/picture/picture.ts'
import type { Workbench } from '../../../engine/workbench.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { detPlot } from '../../measure/plot.ts'
import { auc, equalError, errorsAt, quantile, type Scores } from '../../measure/rates.ts'
import { percent, type Table } from '../../measure/table.ts'

/** Live or not, on pictures brought to one size and one compression, because file size alone tells the attacks apart. */
export const liveness: EvaluationSet = { name: 'liveness', folder: 'liveness', run }

const SIDE = 480
const QUALITY = 85

interface Judged {
  live: boolean
  kind: string
  /** Absent when no face was found: the picture is refused. */
  score?: number
}

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const judged: Judged[] = []
  for (const [i, { file = '', label, attack = '' }] of rows.entries()) {
    const score = await judgeLevelled(bench, await decode(await levelled(await readFile(path.join(folder, file)))))
    judged.push({
      live: label === 'live',
      kind: label === 'live' ? 'live' : attack,
      ...(score !== undefined && { score }),
    })
    progress(i + 1, rows.length)
  }

  const refusedScore = (picture: Judged) => picture.score ?? 0
  const scores: Scores = {
    positives: judged.filter(({ live }) => live).map(refusedScore),
    negatives: judged.filter(({ live }) => !live).map(refusedScore),
  }
  const { falseAccepts, falseRejects } = errorsAt(scores, 50)
  const json = {
    n: judged.length,
    auc: auc(scores),
    eer: equalError(scores).eer,
    threshold: 50,
    apcer: falseAccepts / scores.negatives.length,
    bpcer: falseRejects / scores.positives.length,
    noFace: judged.filter(({ score }) => score === undefined).length,
    byKind: Object.fromEntries(kindsOf(judged).map(({ kind, n, accepted, noFace }) => [kind, { n, accepted, noFace }])),
  }
  return {
    json,
    tables: [summary(json), kindTable(judged)],
    plots: { 'liveness-det': detPlot('Passive liveness', scores) },
  }
}

/** Every picture at one size and one compression. */
export const levelled = (bytes: Uint8Array) =>
  sharp(bytes).autoOrient().resize(SIDE, SIDE, { fit: 'inside' }).jpeg({ quality: QUALITY }).toBuffer()

/** The score of the face the picture is about; undefined when there is none. */
export async function judgeLevelled(bench: Workbench, picture: Picture): Promise<number | undefined> {
  const face = pickFace(await findFaces(bench.nets, picture), picture)
  if (!face) return undefined
  return (await judgeLiveness(await bench.nets.get('face-liveness'), picture, face)).score
}

function kindsOf(judged: Judged[]) {
  return [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, pictures]) => ({
    kind,
    n: pictures.length,
    accepted: pictures.filter(({ score = 0 }) => score > 50).length,
    noFace: pictures.filter(({ score }) => score === undefined).length,
    median: quantile(
      pictures.map(({ score = 0 }) => score),
      0.5,
    ),
  }))
}

function kindTable(judged: Judged[]): Table {
  const rows = kindsOf(judged).map(({ kind, n, accepted, noFace, median }) => [
    kind,
    n,
    accepted,
    noFace,
    median.toFixed(0),
  ])
  return {
    title: 'liveness: by kind',
    head: ['kind', 'pictures', 'accepted as live', 'of the rest: no face found', 'median score'],
    rows,
  }
}

function summary(json: { n: number; auc: number; eer: number; apcer: number; bpcer: number }): Table {
  return {
    title: `liveness: every picture at ${SIDE} pixels, JPEG ${QUALITY}`,
    head: ['pictures', 'AUC', 'EER', 'attacks accepted (APCER)', 'live refused (BPCER)'],
    rows: [[json.n, json.auc.toFixed(4), percent(json.eer), percent(json.apcer), percent(json.bpcer)]],
  }
}
