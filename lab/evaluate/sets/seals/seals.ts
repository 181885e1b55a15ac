import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { drawSealed, SEALED, type Sealed } from '../../../../packages/specimen/src/seal/draw-sealed.ts'
import { photographSealed } from '../../../../packages/specimen/src/seal/photograph-sealed.ts'
import { makeSealAuthority } from '../../../../packages/specimen/src/seal/sign-seal.ts'
import { SEAL_KINDS } from '../../../../src/features/seal/seal-reading.ts'
import { readMatrixCodes, readPageBarcode } from '../../../../src/vision/document/barcode/read-barcode.ts'
import { pagePlace } from '../../../../src/vision/document/page-place.ts'
import { readDocument } from '../../../../src/vision/document/read-document.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { type Quad, sizeOfQuad } from '../../../../src/vision/picture/quad.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { cutHead } from '../../../demonstration/heads.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { median } from '../../measure/overlap.ts'
import { tablesOf } from '../../report/measured.ts'
import type { SealsFigures } from '../../report/tables/seals.ts'

/**
 * Signed barcodes of every kind on drawn documents, photographed: how many are read, byte for byte, and the cost of
 * searching for them.
 */
export const seals: EvaluationSet = { name: 'seals', folder: '.', needsNoData: true, run }

const TODAY = '2026-06-15'
/** Every kind in every symbology. */
const DRAWN = SEAL_KINDS.flatMap((seal) => SEALED[seal].codes.map((symbology) => ({ seal, symbology })))
/** Equally many easy and medium photographs; some hard ones, most of which are too blurred for any code. */
const NUMBER = { plain: 24 * DRAWN.length, hard: 2 * DRAWN.length }
const WITHOUT = 32
/** The size in which the engine straightens pages. */
const PAGE_WIDTH = 1200

interface Shot {
  name: string
  level: 'easy' | 'medium' | 'hard'
  number: number
  read: boolean
}

interface Run {
  shots: Shot[]
  costs: number[]
}

async function run({ engine, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const before = (earlier as Run | undefined) ?? { shots: [], costs: [] }
  const { from = 0, count = NUMBER.plain + NUMBER.hard } = part ?? {}
  const portrait = { picture: await cutHead('portrait', { context: 2 }) }
  const authority = makeSealAuthority()
  const shots = [...before.shots]
  const documents = new Map<string, Sealed>()
  for (let number = from; number < from + count; number++) {
    const { seal, symbology } = DRAWN[number % DRAWN.length] ?? { seal: 'VDS', symbology: 'datamatrix' }
    const level = number >= NUMBER.plain ? 'hard' : Math.floor(number / DRAWN.length) % 2 ? 'medium' : 'easy'
    // One document in an easy and in a medium photograph.
    const seed = `${number % DRAWN.length}/${Math.floor(number / DRAWN.length / 2)}`
    const drawn = await (documents.get(seed) ?? drawSealed({ seal, symbology, authority, seed, today: TODAY }))
    documents.set(seed, drawn)
    const { jpeg, quad } = await photographSealed(drawn, number, level)
    const read = (await codesOf(jpeg, quad)).some(({ bytes }) => Buffer.from(bytes).equals(drawn.code))
    const name = `${seal.replaceAll('_', ' ')}, ${symbology.replace('code', '')}`
    shots.push({ name, level, number, read })
    progress(number - from + 1, count + WITHOUT)
  }
  const costs =
    before.costs.length || from > 0 ? before.costs : await costsOf(engine, portrait, () => progress(count, count))
  const figures = figuresOf({ shots, costs })
  const misses = shots.filter(({ read }) => !read).map(({ name, level, number }) => [number, name, level])
  return {
    json: { ...figures, shots, costs },
    figures,
    tables: [...tablesOf('seals', figures), { title: 'Misses', head: ['number', 'code', 'level'], rows: misses }],
  }
}

/** The codes of a page whose corners are known. */
async function codesOf(jpeg: Uint8Array, quad: Quad) {
  const photo = await decode(jpeg)
  const { width, height } = sizeOfQuad(quad)
  const document = warpQuad(
    photo,
    quad,
    { width: PAGE_WIDTH, height: Math.round((PAGE_WIDTH * height) / width) },
    'repeat',
  )
  const page = { document, place: pagePlace(quad, 0), boxes: [] }
  const { codes } = await readPageBarcode(photo, page, TODAY)
  return readMatrixCodes(photo, { ...page, codes })
}

/** CPU milliseconds of the search only, page by page, on documents without a code. */
async function costsOf(engine: ReadEngine, portrait: { picture: Uint8Array }, done: () => void): Promise<number[]> {
  const costs: number[] = []
  for (let number = 0; number < WITHOUT; number++) {
    const kind = (['td1', 'td2', 'td3', 'mrva'] as const)[number % 4] ?? 'td3'
    const { front } = await drawSpecimen({ kind, seed: `none ${number}`, today: TODAY, portrait })
    const { jpeg } = await photograph(front, { seed: number, level: number % 2 ? 'medium' : 'easy' })
    const photo = await decode(jpeg)
    const { value } = await engine.read((context) => readDocument({ ...context, today: TODAY }, photo))
    if (!value.ok) continue
    // The first search pays for garbage collection after reading the page.
    await readMatrixCodes(photo, value.value)
    const before = process.cpuUsage()
    await readMatrixCodes(photo, value.value)
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000)
  }
  done()
  return costs
}

function figuresOf({ shots, costs }: Run): SealsFigures {
  const count = (name: string, of: readonly Shot[]) => ({
    name,
    n: of.length,
    read: of.filter(({ read }) => read).length,
  })
  const plain = shots.filter(({ level }) => level !== 'hard')
  const ofLevel = (level: Shot['level']) => shots.filter((shot) => shot.level === level)
  return {
    kinds: [...new Set(plain.map(({ name }) => name))].map((name) =>
      count(
        name,
        plain.filter((shot) => shot.name === name),
      ),
    ),
    levels: [
      count('all of these', plain),
      count('of them, easy photographs', ofLevel('easy')),
      count('of them, medium photographs', ofLevel('medium')),
      count('apart: hard photographs', ofLevel('hard')),
    ],
    cost: {
      pages: costs.length,
      median: rounded(median(costs.length ? costs : [0])),
      mean: rounded(costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length)),
      worst: rounded(Math.max(0, ...costs)),
    },
  }
}

const rounded = (value: number) => Math.round(10 * value) / 10
