import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { Place } from '../../../../src/formats/place.ts'
import type { Catalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { candidatesOn } from '../../../../src/vision/document/fields/read-fields.ts'
import { sayRoles, seenPage } from '../../../../src/vision/document/fields/roles/say-roles.ts'
import { type ReadDocument, readDocument } from '../../../../src/vision/document/read-document.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadContext } from '../../../../src/vision/read-engine.ts'
import { editDistance, fold } from '../../../../src/vision/text/fold.ts'
import type { EvaluationContext } from '../../evaluation.ts'
import type { Table } from '../../measure/table.ts'
import type { DocumentTruth } from './document-truth.ts'
import { fieldResults, type MeasuredDocument } from './measure-documents.ts'

/** The steps at which a printed value can be lost, in reading order. */
const STEPS = ['page refused', 'not found', 'not read', 'read wrongly', 'no role', 'lost to another candidate'] as const
type Step = (typeof STEPS)[number]

interface Miss {
  file: string
  name: VisualFieldName
  right: string
  read: string
  step: Step
  /** The nearest line, or what was used instead. */
  seen: string
}

/** For every value that was not read as printed, the step that lost it. The pictures are read once more. */
export async function explainMisses(
  { engine, folder, nets = engine.nets }: Pick<EvaluationContext, 'engine' | 'folder' | 'nets'>,
  outcomes: readonly MeasuredDocument[],
  knowing?: (truth: DocumentTruth) => Catalogue,
): Promise<Miss[]> {
  const places = usualPlaces(outcomes)
  const misses: Miss[] = []
  for (const outcome of outcomes) {
    const missed = fieldResults([outcome]).filter(({ distance }) => distance > 0)
    if (!missed.length) continue
    const { truth } = outcome
    const bytes = await readFile(path.join(folder, truth.file))
    const { value: page } = await engine.read((own) =>
      look({ ...own, nets, catalogue: knowing?.(truth) ?? own.catalogue }, bytes),
    )
    for (const { name, right, read } of missed) {
      const place = places.get(`${modelOf(truth)} ${name}`)
      misses.push({ file: truth.file, name, right, read, ...stepOf(page, { name, right, place }) })
    }
  }
  return misses
}

export const missesBySteps = (misses: readonly Miss[], title: string): Table => ({
  title,
  head: ['file', 'field', 'printed', 'given', 'lost at', 'seen'],
  rows: misses.map(({ file, name, right, read, step, seen }) => [file, name, right, read, step, seen]),
})

export const stepCounts = (misses: readonly Miss[]): Record<Step, number> =>
  Object.fromEntries(STEPS.map((step) => [step, misses.filter((miss) => miss.step === step).length])) as Record<
    Step,
    number
  >

export interface SeenPage {
  document: ReadDocument
  candidates: { name: VisualFieldName; value: string }[]
}

async function look(context: ReadContext, bytes: Uint8Array): Promise<SeenPage | undefined> {
  const { nets, catalogue, today, settings } = context
  const read = await readDocument(context, await decode(bytes, settings.maxMegapixels, settings.maxSide))
  if (!read.ok) return undefined
  const { kind, lines, document: size, mrz, portrait } = read.value
  const said = mrz && { box: mrz.box, reading: mrz.decoded.reading }
  const roles = await sayRoles(nets, ...seenPage(lines, size, today, portrait?.face, said))
  const { candidates } = candidatesOn(catalogue, { kind, lines, size, today, mrz: said?.reading, roles })
  return { document: read.value, candidates }
}

/** A line is a misread printed value if at least half of its letters are right. */
const ALIKE = 0.5

/** Determines which step lost a value. Its position is known from correctly read pictures of the same document. */
export function stepOf(
  page: SeenPage | undefined,
  { name, right, place }: { name: VisualFieldName; right: string; place: Place | undefined },
): { step: Step; seen: string } {
  if (!page) return { step: 'page refused', seen: '' }
  const { document, candidates } = page
  const given = document.visual.find((field) => field.name === name)?.value ?? ''
  if (candidates.some((candidate) => candidate.name === name && candidate.value === right)) {
    const other = document.visual.find((field) => field.value === right)
    return { step: 'lost to another candidate', seen: given || (other ? `taken for ${other.name}` : '') }
  }
  const exact = document.lines.find(({ text }) => holds(text, right))
  if (exact) return { step: given ? 'lost to another candidate' : 'no role', seen: exact.text }
  const wanted = fold(right)
  const [nearest] = document.lines
    .map(({ text }) => ({ text, like: likenessTo(wanted, fold(text)) }))
    .toSorted((a, b) => b.like - a.like)
  if (nearest && nearest.like >= ALIKE && wanted.length > 1) return { step: 'read wrongly', seen: nearest.text }
  const at = place && document.lines.find(({ box }) => isAt(box, document.document, place))
  const isFound = place && document.boxes.some(({ quad }) => isAt(boundsOf(quad), document.document, place))
  if (at && at.text !== '') return { step: 'read wrongly', seen: at.text }
  return { step: isFound ? 'not read' : 'not found', seen: '' }
}

/** One or two letters occur in many words. */
const holds = (text: string, value: string): boolean =>
  value.length > 2 ? text.includes(value) : text.split(/[^\p{L}\p{N}]+/u).includes(value)

function likenessTo(wanted: string, text: string): number {
  if (!wanted.length) return 0
  if (text.includes(wanted)) return 1
  return 1 - editDistance(wanted, text) / Math.max(wanted.length, text.length)
}

function isAt(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  size: { width: number; height: number },
  place: Place,
): boolean {
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  const [left, top] = [x / size.width, y / size.height]
  return (
    middle.x >= left &&
    middle.x <= left + width / size.width &&
    middle.y >= top &&
    middle.y <= top + height / size.height
  )
}

const modelOf = ({ country, type, side }: DocumentTruth): string => `${country} ${type} ${side}`

/** The position of each field of a document, from correctly read pictures of it: the median. */
function usualPlaces(outcomes: readonly MeasuredDocument[]): Map<string, Place> {
  const all = new Map<string, Place[]>()
  for (const outcome of outcomes) {
    for (const { name, distance } of fieldResults([outcome])) {
      const place = outcome.reading?.visual.find((field) => field.name === name)?.place
      const key = `${modelOf(outcome.truth)} ${name}`
      if (place && distance === 0) all.set(key, [...(all.get(key) ?? []), place])
    }
  }
  const middleOf = (places: Place[]) => places.toSorted((a, b) => a.y - b.y)[Math.floor(places.length / 2)] as Place
  return new Map([...all].map(([key, places]) => [key, middleOf(places)]))
}
