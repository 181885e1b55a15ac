import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DocumentImageName, PageSide } from '../../domain/vocabulary.ts'
import { readPage } from '../../engine/read-page.ts'
import type { Workbench } from '../../engine/workbench.ts'
import { drawSpecimen, type Specimen } from '../../specimen/draw-specimen.ts'
import { photograph } from '../../specimen/photograph.ts'
import { stateCodes } from '../../specimen/states.ts'
import { KINDS } from '../../specimen/truth.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { percent } from '../table.ts'
import { ASKED, type Asked, type Counts, countsOf, sum } from './specimen-counts.ts'

/** Documents we drew and photographed, in any of four turns, with portraits from the folder of faces. */
export const specimens: EvaluationSet = { name: 'specimens', folder: 'faces', run }

const DOCUMENTS = 42
/** Where the head is in pictures of 250 × 250 that are aligned by the face. */
const HEAD = { x: 55, y: 45, width: 140, height: 175 }
const LEVELS = ['easy', 'medium'] as const

async function run({ bench, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const { from = 0, count = DOCUMENTS } = part ?? {}
  const sides: Side[] = []
  for (let number = from; number < from + count; number++) {
    const picture = await readFile(path.join(folder, pairs[number % pairs.length]?.file1 ?? ''))
    sides.push(...(await readDocument(bench, number, picture)))
    progress(number - from + 1, count)
  }
  const misses = [...((earlier as Report | undefined)?.misses ?? []), ...sides.flatMap(missOf)]
  const report: Report = { ...sum(countsOf(sides), earlier as Counts | undefined), misses }
  return { json: report, tables: tablesOf(report) }
}

type Report = Counts & { misses: [string, string][] }

/** One photographed side and what of it was read right. */
interface Side extends Asked {
  name: string
  wrong: string[]
}

/** The kinds and the states take turns, so that every state issues every kind. */
async function readDocument(bench: Workbench, number: number, picture: Uint8Array): Promise<Side[]> {
  const kind = KINDS[number % KINDS.length] ?? 'td3'
  const states = stateCodes()
  const country = states[Math.floor(number / KINDS.length) % states.length] ?? 'UTO'
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
    sides.push(judge(name, await readPage(bench, jpeg), specimen, side))
  }
  return sides
}

type Outcome = Awaited<ReturnType<typeof readPage>>

function judge(name: string, outcome: Outcome, { truth }: Specimen, side: PageSide): Side {
  const reading = outcome.ok ? outcome.value.reading : undefined
  const images = outcome.ok ? Object.keys(outcome.value.images) : []
  const known = truth.sides.find((each) => each.side === side)
  const same = (part: 'country' | 'type') => reading?.[part] === truth[part]
  const read: Asked = {
    recognised: outcome.ok,
    country: same('country'),
    type: same('type'),
    side: reading?.side === side,
    ...(known?.regions.mrz && { mrz: reading?.mrz?.lines.join('\n') === truth.mrz?.lines.join('\n') }),
    ...(known?.regions.barcode && { barcode: sameFields(reading?.barcode?.fields, truth.barcode?.fields) }),
    signature: images.includes('signature' satisfies DocumentImageName) === Boolean(known?.regions.signature),
    fields: (known?.visual ?? []).map(({ name: field, value }) => {
      return reading?.visual.find((visual) => visual.name === field)?.value === value
    }),
  }
  const said = reading ? `${reading.country} ${reading.type} ${reading.side}` : refusalOf(outcome)
  const wrong = ASKED.filter((what) => read[what] === false)
  return { ...read, name, wrong: wrong.length ? [`${wrong.join(', ')}: ${said}`] : [] }
}

const refusalOf = (outcome: Outcome): string =>
  outcome.ok ? '' : [outcome.refusal, ...(outcome.hints ?? [])].join(' ')

type Fields = Record<string, string>

const sameFields = (read: Fields = {}, known: Fields = {}): boolean =>
  Object.entries(known).every(([name, value]) => read[name] === value)

const missOf = ({ name, wrong }: Side): [string, string][] => wrong.map((what) => [name, what])

function tablesOf({ misses, ...counts }: Report) {
  return [
    {
      title: 'Specimens, photographed in any turn',
      head: ['what', 'right', 'share'],
      rows: Object.entries(counts).map(([name, { n, right }]) => [name, `${right} of ${n}`, percent(right / n)]),
    },
    { title: 'Misses', head: ['specimen', 'what'], rows: misses },
  ]
}
