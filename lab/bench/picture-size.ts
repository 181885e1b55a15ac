import { parseArgs } from 'node:util'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { readPage } from '../../src/vision/document/read-page.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { cameraFrame } from '../../test/support/camera-frame.ts'
import { median } from '../evaluate/measure/overlap.ts'
import type { Measurement } from './support/bench.ts'

const KINDS = ['td1', 'td3', 'us-licence', 'eu-licence'] as const
/** A phone's camera held upright, in the size that the page requests. */
const CAMERA = { width: 1920, height: 2560 }
/** The longest side and the JPEG quality of the sent picture. */
const SENT = [
  { side: 2560, quality: 92 },
  { side: 2560, quality: 75 },
  { side: 1920, quality: 80 },
  { side: 1600, quality: 75 },
]

/**
 * npm run bench -- picture-size [SPECIMENS [FIRST]]: the same camera frames sent in several sizes. How many bytes are
 * sent, and how many of the printed values and of the machine-readable zones are read exactly?
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const [count = 12, first = 820_000] = parseArgs({ args, allowPositionals: true }).positionals.map(Number)
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const tallies = SENT.map((sent) => ({ ...sent, bytes: [] as number[], values: 0, printed: 0, mrz: 0, zones: 0 }))
  for (let seed = first; seed < first + count; seed += 1) {
    const kind = KINDS[seed % KINDS.length] as (typeof KINDS)[number]
    const { front, truth } = await drawSpecimen({ kind, seed })
    const frame = await cameraFrame(front, { ...CAMERA, fill: 0.8, seed })
    const known = truth.sides.find(({ side }) => side === 'FRONT')
    for (const tally of tallies) {
      const picture = sized(frame, tally.side).toBuffer('image/jpeg', tally.quality)
      const { value: outcome } = await engine.read((context) => readPage(context, picture))
      const reading = outcome.ok ? outcome.value.reading : undefined
      tally.bytes.push(picture.length)
      for (const { name, value } of known?.visual ?? []) {
        tally.printed += 1
        if (reading?.visual.find((visual) => visual.name === name)?.value === value) tally.values += 1
      }
      if (!known?.regions.mrz) continue
      tally.zones += 1
      if (reading?.mrz?.lines.join('\n') === truth.mrz?.lines.join('\n')) tally.mrz += 1
    }
    console.log(
      `${seed - first + 1} of ${count}: ${tallies.map(({ values, printed }) => `${values}/${printed}`).join(', ')}`,
    )
  }
  for (const { side, quality, bytes, values, printed, mrz, zones } of tallies)
    console.log(
      `${side} pixels, quality ${quality}: ${Math.round(median(bytes) / 1000)} kB at the median, ${Math.round(Math.max(...bytes) / 1000)} at most; ${values} of ${printed} values, ${mrz} of ${zones} zones`,
    )
  return []
}

function sized(frame: Canvas, longest: number): Canvas {
  const scale = Math.min(1, longest / Math.max(frame.width, frame.height))
  const canvas = createCanvas(Math.round(frame.width * scale), Math.round(frame.height * scale))
  canvas.getContext('2d').drawImage(frame, 0, 0, canvas.width, canvas.height)
  return canvas
}
