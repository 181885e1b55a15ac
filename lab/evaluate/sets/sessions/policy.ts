import path from 'node:path'
import { FAULTS, type Fault } from '../../../../packages/specimen/src/issue/truth.ts'
import type { GradedFactorName } from '../../../../src/kernel/decision/factors/index.ts'
import { defaultPolicyRules } from '../../../../src/kernel/decision/policy.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import type { Table } from '../../measure/table.ts'
import { tablesOf } from '../../report/measured.ts'
import type { PolicyFigures } from '../../report/tables/policy.ts'
import { type Judged, judgeDocument, LEVELS, ROUND, readPortrait } from './policy-documents.ts'
import { chooseLimits, errorsOf, type Limits, type Sorted, spreadOf } from './policy-limits.ts'

/** The scores of each factor for genuine documents and for documents with a known fault, and the resulting limits. */
export const policy: EvaluationSet = { name: 'policy', folder: 'faces', run }

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const { from = 0, count = ROUND } = part ?? {}
  const documents = [...((earlier as Report | undefined)?.documents ?? [])]
  for (let number = from; number < from + count; number++) {
    documents.push(await judgeDocument(engine, number, await readPortrait(folder, pairs, number)))
    progress(number - from + 1, count)
  }
  const figures = figuresOf(documents)
  return {
    json: { documents } satisfies Report,
    figures,
    tables: [...tablesOf('policy', figures), astray(documents)],
  }
}

interface Report {
  documents: Judged[]
}

/** The factors with gradual scores, with the fault that each detects. */
const LOOKS_FOR: [GradedFactorName, Fault | undefined][] = [
  ['mrzOcrCrossCheck', 'visual-digit'],
  ['barcodeOcrCrossCheck', 'other-barcode'],
  ['mrzValidity', 'wrong-check-digit'],
  ['overallOcrFieldsConfidence', undefined],
  ['documentConsistency', undefined],
]

const figuresOf = (documents: Judged[]): PolicyFigures => ({
  documents: documents.length,
  refused: Object.fromEntries(
    LEVELS.map((level) => {
      const of = documents.filter((each) => each.level === level)
      return [level, { n: of.length, refused: of.filter((each) => each.refused).length }]
    }),
  ),
  spreads: spreads(documents),
  limits: limits(documents),
  confidences: confidences(documents),
})

const spreads = (documents: Judged[]): PolicyFigures['spreads'] =>
  LOOKS_FOR.flatMap(([factor]) =>
    (['genuine', ...FAULTS] as const).flatMap((fault) => {
      const of = documents.filter((each) => each.fault === fault && each.scores[factor] !== undefined)
      const unknown = of.filter(({ scores }) => scores[factor] === 'UNKNOWN').length
      const scores = spreadOf(scoresOf(of, factor))
      return of.length ? [{ factor, documents: fault, n: of.length, unknown, scores }] : []
    }),
  )

const limits = (documents: Judged[]): PolicyFigures['limits'] =>
  LOOKS_FOR.flatMap(([factor, fault]) => {
    const even = sort(documents, factor, fault, 'even')
    const odd = sort(documents, factor, fault, 'odd')
    const { high, medium } = defaultPolicyRules().factors[factor]
    const chosen = chooseLimits(even)
    const row = (which: string, between: Limits, sorted: Sorted) => ({
      factor,
      limits: which,
      ...between,
      ...errorsOf(sorted, between),
    })
    return [
      row('in use, even half', { high, medium }, even),
      row('in use, odd half', { high, medium }, odd),
      ...(chosen ? [row('chosen on the even half', chosen, even), row('the same, odd half', chosen, odd)] : []),
    ]
  })

const EDGES = [0, 40, 75, 85, 90, 95, 100]

/** Calibration of a mean confidence: of the fields read, how many were right. */
const confidences = (documents: Judged[]): PolicyFigures['confidences'] =>
  EDGES.slice(1).map((to, at) => {
    const from = EDGES[at] ?? 0
    const inside = documents.filter(({ scores }) => {
      const score = Number(scores.overallOcrFieldsConfidence)
      return score >= from && (score < to || to === 100)
    })
    return {
      from,
      to,
      documents: inside.length,
      read: inside.reduce((sum, { fields }) => sum + fields.read, 0),
      right: inside.reduce((sum, { fields }) => sum + fields.right, 0),
    }
  })

/** Genuine documents that a factor would not pass, refused pictures by level, and faults that no factor detected. */
function astray(documents: Judged[]): Table {
  const refused = LEVELS.map((level) => {
    const of = documents.filter((each) => each.level === level)
    return [`refused, ${level}`, `${of.filter((each) => each.refused).length} of ${of.length}`, '']
  })
  const doubted = documents
    .filter(({ fault }) => fault === 'genuine')
    .flatMap(({ number, kind, level, scores, reasons }) =>
      LOOKS_FOR.filter(([name]) => scores[name] !== undefined && !passes(scores[name], name)).map(([name]) => [
        `${number} ${kind} ${level}`,
        `${name} ${scores[name]}`,
        reasons[name] ?? '',
      ]),
    )
  const unnoticed = documents
    .filter(({ fault, refused: no }) => fault !== 'genuine' && !no)
    .filter(({ scores }) => LOOKS_FOR.every(([name]) => scores[name] === undefined || passes(scores[name], name)))
    .filter(({ fault, scores }) => fault !== 'expired' || scores.dateOfExpiration === 100)
    .map(({ number, kind, level, fault }) => [`${number} ${kind} ${level}`, `${fault} not noticed`, ''])
  return { title: 'Deviations', head: ['document', 'what', 'reason'], rows: [...refused, ...doubted, ...unnoticed] }
}

const passes = (score: number | 'UNKNOWN' | undefined, name: GradedFactorName): boolean =>
  typeof score === 'number' && score > defaultPolicyRules().factors[name].high

function sort(documents: Judged[], name: GradedFactorName, fault: Fault | undefined, half: Judged['half']): Sorted {
  const of = (wanted: Judged['fault'] | undefined) =>
    scoresOf(
      documents.filter((each) => each.fault === wanted && each.half === half),
      name,
    )
  return { genuine: of('genuine'), faulty: of(fault) }
}

function scoresOf(documents: Judged[], name: GradedFactorName): number[] {
  return documents.map(({ scores }) => scores[name]).filter((score) => typeof score === 'number')
}
