import sharp from 'sharp'
import { formatMrz, type MrzContent } from '../../../packages/specimen/src/draw/format-mrz.ts'
import { securityPaper, waves } from '../../../packages/specimen/src/draw/guilloche.ts'
import { printMrz } from '../../../packages/specimen/src/draw/machine-readable.ts'
import { openSheet } from '../../../packages/specimen/src/draw/sheet.ts'
import { names } from '../../../packages/specimen/src/issue/names.ts'
import { fictionalPerson, fillPattern, yearsAfter } from '../../../packages/specimen/src/issue/person.ts'
import { stateCodes, stateOf } from '../../../packages/specimen/src/issue/states.ts'
import { type Random, random } from '../../../packages/specimen/src/random.ts'
import { type DecodedMrz, decodeMrz } from '../../../src/formats/mrz/decode/decode-mrz.ts'
import { settleByPrint } from '../../../src/formats/mrz/decode/settle-by-print.ts'
import { formatOf } from '../../../src/formats/mrz/formats.ts'
import type { VisualField } from '../../../src/formats/visual-field.ts'
import { readMrzLines } from '../../../src/vision/document/mrz/read-mrz.ts'
import type { Picture } from '../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../src/vision/picture/quad.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'

/**
 * node lab/training/mrz/read-drawn-zones.ts FROM COUNT: whole MRZs, drawn small and blurred, read and decoded: on their
 * own, with the print, and with a print that has one changed character in the number and in the surname. Half of the
 * numbers have runs of zeros.
 */
const [from = 0, count = 100] = process.argv.slice(2).map(Number)
const TODAY = '2026-11-17'
/** Millimetres per cell; pixels per millimetre of the drawing. */
const [PITCH, PER_MM] = [2.54, 12]
const TYPES = ['TD3', 'TD1', 'TD2', 'TD3', 'MRVA', 'MRVB'] as const
const LOOKALIKE: Record<string, string> = Object.fromEntries(
  '08 16 27 38 47 56 68 71 86 94 AR EF IL OQ MN NM SB RB KX VY LI TI BR DO UV XK'
    .split(' ')
    .map((pair) => [pair[0], pair[1]]),
)

const { nets } = openReadEngine(DEFAULT_SETTINGS)

const tallies = { alone: tally(), 'with the print': tally(), 'with a forged print': tally() }
let followed = 0
for (let number = from; number < from + count; number++) {
  const source = random(`zone/${number}`)
  const content = contentOf(source, TYPES[number % TYPES.length] ?? 'TD3', number)
  const lines = formatMrz(content)
  const { picture, quads } = await draw(lines, source, content)
  const cells = await readMrzLines(nets, picture, quads)
  if (!cells) continue
  const read = decodeMrz(cells, TODAY)
  if (!read.ok) continue
  const settle = (visual: VisualField[]) => settleByPrint(read.value, cells, visual, TODAY)
  const forged = forge(content, source)
  add(tallies.alone, read.value, lines)
  add(tallies['with the print'], settle(printOf(content)), lines)
  const misled = settle(printOf(forged))
  add(tallies['with a forged print'], misled, lines)
  const forgedLines = formatMrz(forged)
  if (misled.reading.lines[0] === forgedLines[0] || startsAs(misled, forged.documentNumber)) followed++
}
console.log(JSON.stringify({ ...tallies, followed }, undefined, 2))
process.exit(0)

function startsAs({ slots }: DecodedMrz, number: string): boolean {
  return slots.document_number?.replace(/<+$/, '') === number
}

interface Tally {
  zones: number
  exact: number
  /** Check digits are valid, but a character is wrong. */
  validButWrong: number
  /** Numbers and names by their confidence. */
  byConfidence: Record<string, { fields: number; wrong: number }>
}

function tally(): Tally {
  return { zones: 0, exact: 0, validButWrong: 0, byConfidence: {} }
}

function add(counts: Tally, { reading, slots, format }: DecodedMrz, truth: readonly string[]): void {
  const isExact = reading.lines.join() === truth.join()
  counts.zones++
  if (isExact) counts.exact++
  if (!isExact && reading.checks.every(({ valid }) => valid)) counts.validButWrong++
  for (const [field, name] of [
    ['document_number', 'document_number'],
    ['primary_identifier', 'names'],
  ] as const) {
    const slot = format.slots.find((each) => each.name === name)
    const confidence = reading.fieldConfidence[field]
    if (!slot || confidence === undefined) continue
    const bin = confidence >= 95 ? '95–100' : confidence >= 85 ? '85–95' : confidence >= 60 ? '60–85' : '0–60'
    counts.byConfidence[bin] ??= { fields: 0, wrong: 0 }
    counts.byConfidence[bin].fields++
    if (slots[name] !== truth[slot.line]?.slice(slot.start, slot.end)) counts.byConfidence[bin].wrong++
  }
}

function contentOf(source: Random, type: MrzContent['type'], number: number): MrzContent {
  const state = stateOf(source.pick(stateCodes()))
  const person = fictionalPerson(`zone ${number}`, source.pick(Object.keys(names)) as keyof typeof names, TODAY)
  const zeros = () => fillPattern('9'.repeat(source.whole(0, 4)), source) + '0'.repeat(source.whole(2, 5))
  const plain = fillPattern(source.pick(['AA9999999', '999999999', 'A99999999', 'X99XX99X9', 'A9999999']), source)
  const withZeros = `${zeros()}${fillPattern('9999', source)}`
  return {
    type,
    documentCode: type === 'TD3' ? 'P' : type.startsWith('MRV') ? 'V' : 'ID',
    issuer: state.mrz,
    documentNumber: (source.next() < 0.5 ? withZeros : plain).slice(0, source.whole(7, 9)),
    nationality: state.mrz,
    dateOfBirth: person.dateOfBirth,
    dateOfExpiry: yearsAfter('2021-03-09', source.whole(1, 10)),
    sex: person.sex,
    primaryIdentifier: person.surname.latin,
    secondaryIdentifier: person.givenNames.latin,
    ...(type === 'TD3' && source.next() < 0.5 ? { optionalData: `${zeros()}${fillPattern('999', source)}` } : {}),
  }
}

function printOf({ documentNumber, primaryIdentifier = '', secondaryIdentifier = '' }: MrzContent): VisualField[] {
  const field = (name: VisualField['name'], value: string): VisualField => ({
    name,
    value,
    confidence: 97,
    pageSide: 'FRONT',
  })
  return [
    field('document_number', documentNumber),
    field('surname', primaryIdentifier),
    ...(secondaryIdentifier ? [field('given_name', secondaryIdentifier)] : []),
  ]
}

/** One character of the number and one letter of the surname, changed into a similar one. */
function forge(content: MrzContent, source: Random): MrzContent {
  const change = (text: string) => {
    const at = source.whole(0, text.length - 1)
    const other = LOOKALIKE[text[at] ?? ''] ?? (/\d/.test(text[at] ?? '') ? '0' : 'X')
    return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  }
  return {
    ...content,
    documentNumber: change(content.documentNumber),
    primaryIdentifier: change(content.primaryIdentifier ?? ''),
  }
}

/** The lines on security paper, then photographed, with boxes slightly off. */
async function draw(
  lines: readonly string[],
  source: Random,
  { type, issuer }: MrzContent,
): Promise<{ picture: Picture; quads: Quad[] }> {
  const { inks } = stateOf(stateCodes().find((code) => stateOf(code).mrz === issuer) ?? 'UTO')
  const length = formatOf(type).lengths[0] ?? 44
  const distance = lines.length === 3 ? 6.1 : 6.35
  const [left, width, height] = [4.9, length * PITCH + 10, lines.length * distance + 6]
  const sheet = openSheet('FRONT', width, height, PER_MM)
  securityPaper(sheet, inks, source.fork('paper'))
  sheet.context.fillStyle = `rgba(255,255,255,${source.between(0.2, 0.6)})`
  sheet.context.fillRect(0, 0, width, height)
  waves(sheet, { x: 0, y: 0, width, height }, inks.lines[1], source.fork('waves'), 12, 0.22)
  printMrz(sheet, lines, left, height - 4, distance)

  const level = source.next()
  const perMm = (source.between(6, 11) - 1.5 * level) / PITCH
  const size = { width: Math.round(width * perMm), height: Math.round(height * perMm) }
  const small = await sharp(sheet.canvas.toBuffer('image/png'))
    .removeAlpha()
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer()
  const pixels = await sharp(small)
    .blur(source.between(0.3, 0.45 + 0.9 * level))
    .raw()
    .toBuffer()
  const [noise, gain] = [source.between(1, 6 + 16 * level), source.between(0.55, 1)]
  for (const [i, value] of pixels.entries()) {
    pixels[i] = Math.max(0, Math.min(255, value * gain + noise * source.normal()))
  }
  const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: source.whole(35, 85) })
    .toBuffer()
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const off = () => source.normal() * 0.25 * PITCH
  const quads = lines.map((_, line): Quad => {
    const base = height - 4 - (lines.length - 1 - line) * distance
    const [x1, x2, tilt] = [left + off(), left + length * PITCH + off(), 0.15 * off()]
    const at = (x: number, y: number) => ({ x: x * perMm, y: y * perMm })
    return [at(x1, base - 2.8 + tilt), at(x2, base - 2.8 - tilt), at(x2, base + 0.3 - tilt), at(x1, base + 0.3 + tilt)]
  })
  return { picture: { width: info.width, height: info.height, data }, quads }
}
