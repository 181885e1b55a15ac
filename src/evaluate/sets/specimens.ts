import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readPage } from '../../engine/read-page.ts'
import { drawSpecimen, type Specimen } from '../../specimen/draw-specimen.ts'
import { photograph } from '../../specimen/photograph.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { percent } from '../table.ts'

/** Documents we drew and photographed, in any of four turns, with portraits from the folder of faces. */
export const specimens: EvaluationSet = { name: 'specimens', folder: 'faces', run }

const DOCUMENTS = 40
const KINDS = ['td3', 'td1', 'us-licence', 'eu-licence', 'td2'] as const
/** Where the head is in pictures of 250 × 250 that are aligned by the face. */
const HEAD = { x: 55, y: 45, width: 140, height: 175 }
const LEVELS = ['easy', 'medium'] as const

interface Read {
  recognised: boolean
  country: boolean
  type: boolean
  side: boolean
  /** Undefined when this side has none. */
  mrz?: boolean
  barcode?: boolean
}

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const read: Read[] = []
  for (let number = 0; number < DOCUMENTS; number++) {
    const kind = KINDS[number % KINDS.length] ?? 'td3'
    const picture = await readFile(path.join(folder, pairs[number % pairs.length]?.file1 ?? ''))
    const specimen = await drawSpecimen({ kind, seed: `evaluated ${number}`, portrait: { picture, crop: HEAD } })
    for (const [at, page] of [specimen.front, specimen.back].entries()) {
      if (!page) continue
      const level = LEVELS[number % LEVELS.length] ?? 'easy'
      const { jpeg } = await photograph(page, { seed: `evaluated ${number} ${at}`, level, turn: 'any' })
      read.push(await readSide(jpeg, specimen, at === 0 ? 'FRONT' : 'BACK'))
    }
    progress(number + 1, DOCUMENTS)
  }

  async function readSide(jpeg: Uint8Array, { truth }: Specimen, side: 'FRONT' | 'BACK'): Promise<Read> {
    const outcome = await readPage(bench, jpeg)
    const reading = outcome.ok ? outcome.value.reading : undefined
    const known = truth.sides.find((each) => each.side === side)
    return {
      recognised: outcome.ok,
      country: reading?.country === truth.country,
      type: reading?.type === truth.type,
      side: reading?.side === side,
      ...(known?.regions.mrz && { mrz: reading?.mrz?.lines.join('\n') === truth.mrz?.lines.join('\n') }),
      ...(known?.regions.barcode && { barcode: reading?.barcode !== undefined }),
    }
  }

  const rows = (['recognised', 'country', 'type', 'side', 'mrz', 'barcode'] as const).map((name) => {
    const asked = read.filter((each) => each[name] !== undefined)
    const right = asked.filter((each) => each[name]).length
    return { name, n: asked.length, right }
  })
  return {
    json: Object.fromEntries(rows.map(({ name, n, right }) => [name, { n, right }])),
    tables: [
      {
        title: 'Specimens, photographed in any turn',
        head: ['what', 'right', 'share'],
        rows: rows.map(({ name, n, right }) => [name, `${right} of ${n}`, percent(right / n)]),
      },
    ],
  }
}
