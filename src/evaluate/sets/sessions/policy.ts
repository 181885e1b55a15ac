import path from 'node:path'
import { defaultPolicyRules } from '../../../domain/decision/default-policy.ts'
import type { FactorName } from '../../../domain/decision/factors/index.ts'
import { FAULTS, type Fault } from '../../../specimen/issue/truth.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { percent, type Table } from '../../measure/table.ts'
import { type Judged, judgeDocument, LEVELS, ROUND, readPortrait } from './policy-documents.ts'
import { chooseLimits, errorsOf, type Limits, type Sorted, spreadOf } from './policy-limits.ts'

/** What each factor scores on documents as issued and on documents with a known fault, and what limits follow from it. */
export const policy: EvaluationSet = { name: 'policy', folder: 'faces', run }

async function run({ bench, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const { from = 0, count = ROUND } = part ?? {}
  const documents = [...((earlier as Report | undefined)?.documents ?? [])]
  for (let number = from; number < from + count; number++) {
    documents.push(await judgeDocument(bench, number, await readPortrait(folder, pairs, number)))
    progress(number - from + 1, count)
  }
  return {
    json: { documents } satisfies Report,
    tables: [spreads(documents), limits(documents), confidences(documents), astray(documents)],
  }
}

interface Report {
  documents: Judged[]
}

/** The factors whose limits are a matter of degree, with the fault that each is there to notice. */
const LOOKS_FOR: [FactorName, Fault | undefined][] = [
  ['mrzOcrCrossCheck', 'visual-digit'],
  ['barcodeOcrCrossCheck', 'other-barcode'],
  ['mrzValidity', 'wrong-check-digit'],
  ['overallOcrFieldsConfidence', undefined],
  ['documentConsistency', undefined],
]

function spreads(documents: Judged[]): Table {
  const rows = LOOKS_FOR.flatMap(([name]) =>
    (['genuine', ...FAULTS] as const).flatMap((fault) => {
      const of = documents.filter((each) => each.fault === fault && each.scores[name] !== undefined)
      const unknown = of.filter(({ scores }) => scores[name] === 'UNKNOWN').length
      return of.length ? [[name, fault, of.length, unknown, spreadOf(scoresOf(of, name))]] : []
    }),
  )
  return { title: 'Scores', head: ['factor', 'documents', 'n', 'UNKNOWN', 'least / 10 % / 50 % / 90 % / most'], rows }
}

function limits(documents: Judged[]): Table {
  const rows = LOOKS_FOR.flatMap(([name, fault]) => {
    const even = sort(documents, name, fault, 'even')
    const odd = sort(documents, name, fault, 'odd')
    const { high, medium } = defaultPolicyRules.factors[name]
    const chosen = chooseLimits(even)
    return [
      limitsRow(name, 'in use, even half', { high, medium }, even),
      limitsRow(name, 'in use, odd half', { high, medium }, odd),
      ...(chosen
        ? [limitsRow(name, 'chosen on the even half', chosen, even), limitsRow(name, 'the same, odd half', chosen, odd)]
        : []),
    ]
  })
  return {
    title: 'Limits, and the errors they make',
    head: ['factor', 'limits', 'HIGH, MEDIUM over', 'genuine not HIGH', 'genuine LOW', 'fault HIGH', 'fault LOW'],
    rows,
  }
}

function limitsRow(name: FactorName, what: string, { high, medium }: Limits, sorted: Sorted): string[] {
  const { genuine, genuineNotHigh, genuineLow, faulty, faultyHigh, faultyLow } = errorsOf(sorted, { high, medium })
  const faults = faulty ? [`${faultyHigh} of ${faulty}`, `${faultyLow} of ${faulty}`] : ['–', '–']
  return [name, what, `${high}, ${medium}`, `${genuineNotHigh} of ${genuine}`, `${genuineLow} of ${genuine}`, ...faults]
}

/** How often a mean confidence keeps its word: of the fields read, how many were right. */
function confidences(documents: Judged[]): Table {
  const name = 'overallOcrFieldsConfidence'
  const edges = [0, 40, 75, 85, 90, 95, 100.1]
  const rows = edges.slice(1).map((to, at) => {
    const from = edges[at] ?? 0
    const inside = documents.filter(({ scores }) => Number(scores[name]) >= from && Number(scores[name]) < to)
    const read = inside.reduce((sum, { fields }) => sum + fields.read, 0)
    const right = inside.reduce((sum, { fields }) => sum + fields.right, 0)
    return [`${from} to ${Math.floor(to)}`, inside.length, read, percent(right / read)]
  })
  return { title: `${name} against the truth`, head: ['score', 'documents', 'fields read', 'of them right'], rows }
}

/** Genuine documents that a factor would not let pass, refused pictures by level, and faults that no factor noticed. */
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
  return { title: 'Astray', head: ['document', 'what', 'reason'], rows: [...refused, ...doubted, ...unnoticed] }
}

const passes = (score: number | 'UNKNOWN' | undefined, name: FactorName): boolean =>
  typeof score === 'number' && score > defaultPolicyRules.factors[name].high

function sort(documents: Judged[], name: FactorName, fault: Fault | undefined, half: Judged['half']): Sorted {
  const of = (wanted: Judged['fault'] | undefined) =>
    scoresOf(
      documents.filter((each) => each.fault === wanted && each.half === half),
      name,
    )
  return { genuine: of('genuine'), faulty: of(fault) }
}

function scoresOf(documents: Judged[], name: FactorName): number[] {
  return documents.map(({ scores }) => scores[name]).filter((score) => typeof score === 'number')
}
