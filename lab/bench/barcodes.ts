import { parseArgs } from 'node:util'
import { readPageBarcode } from '../../src/vision/document/barcode/read-barcode.ts'
import { pagePlace } from '../../src/vision/document/page-place.ts'
import { openNets } from '../../src/vision/nets/runtime.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { warpQuad } from '../../src/vision/picture/warp.ts'
import { findText } from '../../src/vision/text/find-text.ts'
import { median } from '../evaluate/measure/overlap.ts'
import type { Measurement } from './support/bench.ts'
import { photographedCode } from './support/photographed-codes.ts'

const TODAY = '2026-01-01'
/** The sizes in which the engine straightens cards and searches for their text. */
const PAGE = { width: 1200, height: 757 }
const TEXT_SIDE = 768

/**
 * npm run bench -- barcodes [--codes=160]: how many codes drawn onto specimens and photographed are read, and how long
 * the search takes. Limits are chosen on those with odd numbers and shown on the others.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { codes: { type: 'string' } } })
  const nets = openNets()
  const found = new Map<string, { codes: number; read: number; missed: number[] }>()
  const times: number[] = []
  for (let number = 1; number <= Number(values.codes ?? 160); number++) {
    const { symbology, text, jpeg, quad } = await photographedCode(number)
    const photo = await decode(jpeg)
    const document = warpQuad(photo, quad, PAGE, 'repeat')
    const page = { document, place: pagePlace(quad, 0), boxes: await findText(nets, document, TEXT_SIDE) }
    const before = process.cpuUsage()
    const { barcode } = await readPageBarcode(photo, page, TODAY)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    for (const name of [number % 2 ? 'odd' : 'even', symbology]) {
      const row = found.get(name) ?? { codes: 0, read: 0, missed: [] }
      row.codes++
      if (barcode?.found.text === text) row.read++
      else row.missed.push(number)
      found.set(name, row)
    }
  }
  for (const [name, { codes, read, missed }] of found)
    console.log(`${name}: ${read} of ${codes} read${missed.length ? `, not ${missed.join(', ')}` : ''}`)
  console.log(`${median(times).toFixed(1)} CPU-ms, median`)
  return []
}
