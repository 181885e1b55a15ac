import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { documentAuthenticity } from '../../../../src/features/document/factors/document-authenticity.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { rocPlot } from '../../measure/plot.ts'
import { auc } from '../../measure/rates.ts'
import {
  editsByTraining,
  editsFlagged,
  type TamperedCounts,
  type TamperedFigures,
} from '../../report/tables/authenticity.ts'

/**
 * Types of which the net saw untouched scans in training, including twelve of these genuine ones. The other types are
 * unknown to it, so they represent all other documents.
 */
export const TRAINED_ON: readonly string[] = ['alb_id', 'aze_passport', 'est_id']

/**
 * Original scans compared with the same scans with a part of another. A genuine picture that is refused counts as
 * flagged, a forged one as passed.
 */
export const tampered: EvaluationSet = {
  name: 'tampered',
  folder: 'tampered',
  async run({ engine, folder, progress }) {
    const rows = await readCsv(path.join(folder, 'labels.csv'))
    const judged: Judged[] = []
    for (const { file = '', label, kind = '', model = '' } of rows) {
      const forged = label === 'forged'
      const score = (await scoreOf(engine, path.join(folder, file))) ?? (forged ? 100 : 0)
      judged.push({ forged, kind, model, score })
      progress(judged.length, rows.length)
    }
    const json = figuresOf(judged)
    const scores = (forged: boolean) => judged.filter((each) => each.forged === forged).map(({ score }) => score)
    return {
      json,
      tables: [editsFlagged(json), editsByTraining(json)],
      plots: {
        'tampered-roc': rocPlot('Genuine documents against edited ones', {
          positives: scores(false),
          negatives: scores(true),
        }),
      },
    }
  },
}

/** The worst finding on the page; undefined if it is refused. */
async function scoreOf(engine: ReadEngine, file: string): Promise<number | undefined> {
  const bytes = await readFile(file)
  const { value } = await engine.read((context) => readPage(context, bytes))
  return value.ok ? worstOf(value.value.reading) : undefined
}

/** As in the factor: its own score if something was found, otherwise the result for the pixels. */
function worstOf(page: PageReading): number {
  const { edits, camera } = page.authenticity ?? {}
  const today = new Date().toISOString().slice(0, 10)
  const finding = documentAuthenticity.find({ mode: 'live', steps: ['document'], today, document: { pages: [page] } })
  const found = finding.kind === 'scored' ? [finding.score] : []
  return Math.min(100, ...found, ...[edits, camera].flatMap((trace) => trace?.score ?? []))
}

interface Judged {
  forged: boolean
  kind: string
  model: string
  score: number
}

export function figuresOf(judged: readonly Judged[]): TamperedFigures {
  const isKnown = ({ model }: Judged) => TRAINED_ON.includes(model)
  const models = [...new Set(judged.map(({ model }) => model))]
  return {
    ...countsOf(judged),
    byTraining: {
      ...(judged.some(isKnown) && { trained: countsOf(judged.filter(isKnown)) }),
      ...(judged.some((each) => !isKnown(each)) && { untrained: countsOf(judged.filter((each) => !isKnown(each))) }),
    },
    byModel: Object.fromEntries(models.map((name) => [name, byKindOf(judged.filter(({ model }) => model === name))])),
  }
}

function countsOf(judged: readonly Judged[]): TamperedCounts {
  const genuine = judged.filter(({ forged }) => !forged).map(({ score }) => score)
  const forged = judged.filter((each) => each.forged)
  // The highest limit that at most one of ten genuine pictures falls below.
  const limit = genuine.toSorted((a, b) => a - b)[Math.floor(genuine.length / 10)] ?? 0
  const kinds = [...new Set(forged.map(({ kind }) => kind))]
  const edited = forged.map(({ score }) => score)
  return {
    genuine: genuine.length,
    forged: forged.length,
    ...(genuine.length &&
      edited.length && {
        auc: auc({ positives: genuine, negatives: edited }),
        missAt10: edited.filter((score) => score >= limit).length / edited.length,
      }),
    flaggedGenuine: flagged(genuine),
    flaggedForged: flagged(edited),
    byKind: byKindOf(judged),
    aucByKind: Object.fromEntries(
      (genuine.length ? kinds : []).map((name) => {
        const negatives = forged.filter(({ kind }) => kind === name).map(({ score }) => score)
        return [name, auc({ positives: genuine, negatives })]
      }),
    ),
  }
}

const flagged = (scores: readonly number[]) => scores.filter((score) => score <= OPERATING_POINT).length

function byKindOf(judged: readonly Judged[]): TamperedCounts['byKind'] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))]
  return Object.fromEntries(
    kinds.map((name) => {
      const scores = judged.filter(({ kind }) => kind === name).map(({ score }) => score)
      return [name, { n: scores.length, flagged: flagged(scores) }]
    }),
  )
}
