import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { documentAuthenticity } from '../../../domain/decision/factors/document-authenticity.ts'
import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { PageReading } from '../../../domain/document/document.ts'
import { readPage } from '../../../engine/page/read-page.ts'
import type { Workbench } from '../../../engine/workbench.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { rocPlot } from '../../measure/plot.ts'
import { auc } from '../../measure/rates.ts'
import { percent, type Table } from '../../measure/table.ts'

export interface TamperedFigures {
  genuine: number
  forged: number
  auc: number
  /** The share of forged pictures that pass where the limit flags one of ten genuine ones. */
  missAt10: number
  /** At the product's own limit. */
  flaggedGenuine: number
  flaggedForged: number
  byKind: Record<string, { n: number; flagged: number }>
}

/** Documents as they were scanned against the same with a part of another. A genuine picture that is refused counts as flagged, a forged one as passed. */
export const tampered: EvaluationSet = {
  name: 'tampered',
  folder: 'tampered',
  async run({ bench, folder, progress }) {
    const rows = await readCsv(path.join(folder, 'labels.csv'))
    const judged: { forged: boolean; kind: string; score: number }[] = []
    for (const { file = '', label, kind = '' } of rows) {
      const forged = label === 'forged'
      const score = (await scoreOf(bench, path.join(folder, file))) ?? (forged ? 100 : 0)
      judged.push({ forged, kind, score })
      progress(judged.length, rows.length)
    }
    const json = figuresOf(judged)
    const scores = (forged: boolean) => judged.filter((each) => each.forged === forged).map(({ score }) => score)
    return {
      json,
      tables: [tableOf(json)],
      plots: {
        'tampered-roc': rocPlot('Genuine documents against edited ones', {
          positives: scores(false),
          negatives: scores(true),
        }),
      },
    }
  },
}

/** The worst that was found on the page; undefined when it is refused. */
async function scoreOf(bench: Workbench, file: string): Promise<number | undefined> {
  const bytes = await readFile(file)
  const { value } = await bench.read((desk) => readPage(desk, bytes))
  return value.ok ? worstOf(value.value.reading) : undefined
}

/** As the factor has it: its own score where something was found, what the pixels say where nothing was. */
function worstOf(page: PageReading): number {
  const { edits, camera } = page.authenticity ?? {}
  const today = new Date().toISOString().slice(0, 10)
  const finding = documentAuthenticity.find({ mode: 'live', steps: ['document'], today, document: { pages: [page] } })
  const found = finding.kind === 'scored' ? [finding.score] : []
  return Math.min(100, ...found, ...[edits, camera].flatMap((trace) => trace?.score ?? []))
}

export function figuresOf(judged: readonly { forged: boolean; kind: string; score: number }[]): TamperedFigures {
  const genuine = judged.filter(({ forged }) => !forged).map(({ score }) => score)
  const forged = judged.filter((each) => each.forged).map(({ score }) => score)
  const flagged = (scores: readonly number[]) => scores.filter((score) => score <= OPERATING_POINT).length
  // The highest limit under which at most one of ten genuine pictures lies.
  const limit = genuine.toSorted((a, b) => a - b)[Math.floor(genuine.length / 10)] ?? 0
  const kinds = [...new Set(judged.map(({ kind }) => kind))]
  return {
    genuine: genuine.length,
    forged: forged.length,
    auc: auc({ positives: genuine, negatives: forged }),
    missAt10: forged.filter((score) => score >= limit).length / forged.length,
    flaggedGenuine: flagged(genuine),
    flaggedForged: flagged(forged),
    byKind: Object.fromEntries(
      kinds.map((name) => {
        const scores = judged.filter(({ kind }) => kind === name).map(({ score }) => score)
        return [name, { n: scores.length, flagged: flagged(scores) }]
      }),
    ),
  }
}

const tableOf = ({ genuine, forged, missAt10, byKind, ...figures }: TamperedFigures): Table => ({
  title: 'Edited pictures',
  head: ['pictures', 'n', 'flagged', 'area under the curve', 'passed where 10 % of genuine are flagged'],
  rows: [
    ...Object.entries(byKind).map(([kind, { n, flagged }]) => [kind, n, flagged, '', '']),
    ['all genuine', genuine, figures.flaggedGenuine, '', ''],
    ['all edited', forged, figures.flaggedForged, figures.auc.toFixed(3), percent(missAt10)],
  ],
})
