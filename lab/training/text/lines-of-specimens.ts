import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { licenceIssuerCodes } from '../../../packages/specimen/src/issue/jurisdictions.ts'
import { stateCodes } from '../../../packages/specimen/src/issue/states.ts'
import { KINDS, type SideTruth, type Truth } from '../../../packages/specimen/src/issue/truth.ts'

/** node lab/training/text/lines-of-specimens.ts OUT COUNT [FACES]: drawn documents, 768 pixels long, with the box of every line on them. */
const [out = 'specimens', count = '100', faces] = process.argv.slice(2)
const LONG_SIDE = 768
/** Pitch and height of OCR-B in the MRZ, in millimetres. */
const OCR_B = { pitch: 2.54, capital: 2.5 }

interface Line {
  /** Left, top, right, bottom, around capitals and everything that extends beyond them. */
  box: [number, number, number, number]
  capital: number
  alpha: number
}

const written = watchWriting()
const portraits = faces ? readdirSync(faces).filter((name) => name.endsWith('.jpg')) : []
await mkdir(out, { recursive: true })
const index = []
for (let n = 0; n < Number(count); n++) {
  const kind = KINDS[n % KINDS.length] as (typeof KINDS)[number]
  const states = kind === 'us-licence' ? licenceIssuerCodes() : stateCodes()
  const state = states[(n * 7) % states.length] as string
  const face = n % 3 && portraits[(n * 13) % portraits.length]
  written.clear()
  const { front, back, truth } = await drawSpecimen({
    kind,
    seed: `lines ${n}`,
    ...(kind === 'us-licence' ? { region: state } : { country: state }),
    ...(face ? { portrait: { picture: readFileSync(join(faces as string, face)) } } : {}),
  })
  // Each side has its own context, in the order in which they were opened.
  const lines = [...written.values()]
  for (const [at, picture] of [front, back].entries()) {
    const side = truth.sides[at]
    if (!picture || !side) continue
    index.push(
      await keep(`specimen-${n}-${side.side.toLowerCase()}.jpg`, picture, side, [
        ...(lines[at] ?? []),
        ...zone(truth, side),
      ]),
    )
  }
}
await writeFile(join(out, 'specimens.json'), JSON.stringify(index))

async function keep(name: string, picture: Uint8Array, { width, height }: SideTruth, lines: Line[]) {
  const scale = LONG_SIDE / Math.max(width, height)
  await sharp(picture)
    .resize(Math.round(width * scale), Math.round(height * scale))
    .jpeg({ quality: 80 })
    .toFile(join(out, name))
  const round = (value: number) => Math.round(value * scale * 10) / 10
  return {
    name,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    lines: lines.map(({ box, capital, alpha }) => ({ box: box.map(round), capital: round(capital), alpha })),
  }
}

/** Records the ink of everything written on any canvas, by context. */
function watchWriting(): Map<SKRSContext2D, Line[]> {
  const notes = new Map<SKRSContext2D, Line[]>()
  const prototype = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D
  const write = prototype.fillText
  prototype.fillText = function fillText(this: SKRSContext2D, text: string, x: number, y: number) {
    const ink = this.measureText(text)
    const capital = this.measureText('H').actualBoundingBoxAscent
    const box: Line['box'] = [
      x - ink.actualBoundingBoxLeft,
      y - Math.max(capital, ink.actualBoundingBoxAscent),
      x + ink.actualBoundingBoxRight,
      y + Math.max(0, ink.actualBoundingBoxDescent),
    ]
    if (text.trim()) notes.set(this, [...(notes.get(this) ?? []), { box, capital, alpha: this.globalAlpha }])
    write.call(this, text, x, y)
  }
  return notes
}

/** The lines of the MRZ are drawn as strokes, not written: their positions follow from its region. */
function zone({ mrz }: Truth, { side, regions }: SideTruth): Line[] {
  const region = regions.mrz
  if (!mrz || mrz.side !== side || !region) return []
  const [{ x, y: top }, { x: right }, { y: bottom }] = region
  const perMm = (right - x) / ((mrz.lines[0]?.length ?? 1) * OCR_B.pitch)
  const base = top + 3 * perMm
  const step = (bottom - 0.6 * perMm - base) / (mrz.lines.length - 1)
  return mrz.lines.map((_, n) => ({
    box: [x + 0.5 * perMm, base + n * step - OCR_B.capital * perMm, right - 0.5 * perMm, base + n * step],
    capital: OCR_B.capital * perMm,
    alpha: 1,
  }))
}
