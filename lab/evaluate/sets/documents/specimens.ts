import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen, type Specimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { stateCodes } from '../../../../packages/specimen/src/issue/states.ts'
import { KINDS, type Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import type { PageSide, VisualFieldName } from '../../../../src/formats/document-words.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { DocumentImageName } from '../../../../src/vision/image-names.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf as figureTables } from '../../report/measured.ts'
import { ASKED, type Counts, specimensFigures } from '../../report/tables/specimens.ts'
import { type Asked, countsOf, sum } from './specimen-counts.ts'

/** Documents drawn and photographed by us, in any of four rotations, with portraits from the folder of faces. */
export const specimens: EvaluationSet = { name: 'specimens', folder: 'faces', run }

const DOCUMENTS = 42
/** The position of the head in pictures of 250 × 250 that are aligned by the face. */
const HEAD = { x: 55, y: 45, width: 140, height: 175 }
const LEVELS = ['easy', 'medium'] as const

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const { from = 0, count = DOCUMENTS } = part ?? {}
  const sides: Side[] = []
  for (let number = from; number < from + count; number++) {
    const picture = await readFile(path.join(folder, pairs[number % pairs.length]?.file1 ?? ''))
    sides.push(...(await readDocument(engine, number, picture)))
    progress(number - from + 1, count)
  }
  const before = earlier as Report | undefined
  const misses = [...(before?.misses ?? []), ...sides.flatMap(missOf)]
  const wrongFields = [...(before?.wrongFields ?? []), ...sides.flatMap((side) => side.wrongFields)]
  const counts = sum(countsOf(sides), before)
  const report: Report = { ...counts, misses, wrongFields }
  return { json: report, figures: specimensFigures(counts), tables: tablesOf(report) }
}

type Report = Counts & { misses: [string, string][]; wrongFields: WrongField[] }

/** A printed field that was misread or not read. */
interface WrongField {
  specimen: string
  kind: Kind
  field: VisualFieldName
  printed: string
  read?: string
}

/** One photographed side and its correct readings. */
interface Side extends Asked {
  name: string
  wrong: string[]
  wrongFields: WrongField[]
}

const ESSENTIAL: readonly VisualFieldName[] = [
  'document_number',
  'surname',
  'given_name',
  'date_of_birth',
  'date_of_expiry',
]

/** The kinds and the states take turns, so that every state issues every kind. */
async function readDocument(engine: ReadEngine, number: number, picture: Uint8Array): Promise<Side[]> {
  const kind = KINDS[number % KINDS.length] ?? 'td3'
  const states = stateCodes()
  const turn = states[Math.floor(number / KINDS.length) % states.length] ?? 'UTO'
  // The United States issue no licence in the layout of the European directive.
  const country = kind === 'eu-licence' && turn === 'USA' ? 'UTO' : turn
  const specimen = await drawSpecimen({
    kind,
    seed: `evaluated ${number}`,
    portrait: { picture, crop: HEAD },
    ...(kind === 'us-licence' ? {} : { country }),
  })
  const level = LEVELS[Math.floor(number / KINDS.length) % LEVELS.length] ?? 'easy'
  const sides: Side[] = []
  for (const [at, page] of [specimen.front, specimen.back].entries()) {
    if (!page) continue
    const { jpeg } = await photograph(page, { seed: `evaluated ${number} ${at}`, level, turn: 'any' })
    const side = at === 0 ? 'FRONT' : 'BACK'
    const name = `${number} ${kind} ${specimen.truth.country} ${side} ${level}`
    const { value: outcome } = await engine.read((context) => readPage(context, jpeg))
    sides.push(judge({ name, level }, outcome, specimen, side))
  }
  return sides
}

type ReadOutcome = Awaited<ReturnType<typeof readPage>>

function judge(
  { name, level }: { name: string; level: (typeof LEVELS)[number] },
  outcome: ReadOutcome,
  { truth }: Specimen,
  side: PageSide,
): Side {
  const reading = outcome.ok ? outcome.value.reading : undefined
  const images = outcome.ok ? Object.keys(outcome.value.images) : []
  const known = truth.sides.find((each) => each.side === side)
  const compared = (known?.visual ?? []).map(({ name: field, value: printed }) => {
    const read = reading?.visual.find((visual) => visual.name === field)?.value
    return { field, printed, read, right: read === printed }
  })
  const same = (part: 'country' | 'type') => reading?.[part] === truth[part]
  const read: Asked = {
    recognised: outcome.ok,
    country: same('country'),
    type: same('type'),
    side: reading?.side === side,
    ...(known?.regions.mrz && { mrz: reading?.mrz?.lines.join('\n') === truth.mrz?.lines.join('\n') }),
    ...(known?.regions.barcode && { barcode: sameFields(reading?.barcode?.fields, truth.barcode?.fields) }),
    signature: images.includes('signature' satisfies DocumentImageName) === Boolean(known?.regions.signature),
    fields: compared.map(({ right }) => right),
    essentialFields:
      level === 'easy' ? compared.filter(({ field }) => ESSENTIAL.includes(field)).map(({ right }) => right) : [],
  }
  const said = reading ? `${reading.country} ${reading.type} ${reading.side}` : refusalOf(outcome)
  const wrong = ASKED.filter((what) => read[what] === false)
  const wrongFields = compared
    .filter(({ right }) => !right)
    .map(({ field, printed, read }) => ({
      specimen: name,
      kind: truth.kind,
      field,
      printed,
      ...(read ? { read } : {}),
    }))
  return { ...read, name, wrong: wrong.length ? [`${wrong.join(', ')}: ${said}`] : [], wrongFields }
}

const refusalOf = (outcome: ReadOutcome): string =>
  outcome.ok ? '' : [outcome.refusal, ...(outcome.hints ?? [])].join(' ')

type Fields = Record<string, string>

const sameFields = (read: Fields = {}, known: Fields = {}): boolean =>
  Object.entries(known).every(([name, value]) => read[name] === value)

const missOf = ({ name, wrong }: Side): [string, string][] => wrong.map((what) => [name, what])

function tablesOf({ misses, wrongFields, ...counts }: Report) {
  const kindsAndFields = Map.groupBy(wrongFields, ({ kind, field }) => `${kind} ${field}`)
  return [
    ...figureTables('specimens', counts),
    { title: 'Misses', head: ['specimen', 'what'], rows: misses },
    {
      title: 'Fields not exact (each with what was read in the JSON)',
      head: ['kind and field', 'wrong', 'missing'],
      rows: [...kindsAndFields].map(([name, all]) => {
        const missing = all.filter(({ read }) => read === undefined).length
        return [name, all.length - missing, missing]
      }),
    },
  ]
}
