import type { MrzReading } from '../../../../formats/mrz/mrz-reading.ts'
import { inOurDigits } from '../../../../formats/text/transliterate.ts'
import type { NetEntry } from '../../../nets/net-list.ts'
import type { Net, Nets } from '../../../nets/runtime.ts'
import type { Box } from '../../../picture/box.ts'
import type { Size } from '../../../picture/picture.ts'
import type { TextLine } from '../../../text/read-text.ts'
import { type Span, slice } from '../candidate.ts'
import { FEATURES, featuresOf, type SaidByMrz, type SeenLine, type SeenPage } from './features.ts'

/** The net's interpretation of a page. */
export interface PageRoles {
  /** Role → mean probability over the characters of a line between two positions. */
  rolesOf(line: number, start: number, end: number): ReadonlyMap<string, number>
  /** Probability of each kind of page: the document types, and NONE. */
  kinds: ReadonlyMap<string, number>
  /** Probability that the page is a back. */
  back: number
}

/** The net was trained on Latin, Cyrillic and Greek letters and Western digits: otherwise it only knows the place. */
export const NOT_LEARNT = /[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]|[^\P{Nd}\d]/u

/** Characters of a line beyond this get the role of the last one within it. */
export const LONGEST = 48
/** Below this, the reader turned a pattern into letters. The net was trained without such lines. */
const MIN_CONFIDENCE = 0.2
/** More lines than this are a page of text in small print: the net's cost grows with the square of the lines. */
const MOST_LINES = 120

/** Gives every character of every line a role: the value of a field, the label of a field, title, issuer or none. */
export async function sayRoles(nets: Nets, lines: readonly SeenLine[], page: SeenPage): Promise<PageRoles> {
  const net = await nets.get('line-roles')
  const vocabulary = await vocabularyFor(net)
  const legible = lines.flatMap((line, at) => {
    const text = Array.from(line.text, (letter) => (vocabulary.letters.has(letter) ? letter : ' ')).slice(0, LONGEST)
    const kept = line.confidence > MIN_CONFIDENCE && line.text.trim() !== ''
    return kept ? [{ at, line: { ...line, text: text.join('') } }] : []
  })
  const seen = legible.slice(0, MOST_LINES)
  if (!seen.length) return { rolesOf: () => new Map(), kinds: new Map(), back: 0 }
  const { roles, kind, back } = await net.run(
    tensorsOf(
      seen.map(({ line }) => line),
      page,
      vocabulary,
    ),
  )
  if (!roles || !kind || !back) throw new Error('the net for line roles gave no output')
  if (roles.dims[3] !== vocabulary.roles.length)
    throw new Error('the net for line roles and its vocabulary do not match')
  const rows = new Map(seen.map(({ at }, row) => [at, row]))
  const length = roles.dims[2] as number
  // The same characters are queried many times.
  const known = new Map<number, ReadonlyMap<string, number>>()
  return {
    rolesOf(line, start, end) {
      const row = rows.get(line)
      if (row === undefined) return new Map()
      const from = Math.min(start, length - 1)
      const to = Math.max(from + 1, Math.min(end, length))
      const key = (row * length + from) * (length + 1) + to
      const mean = known.get(key) ?? meanOf(roles.data, vocabulary.roles, row * length + from, row * length + to)
      known.set(key, mean)
      return mean
    },
    kinds: new Map(vocabulary.kinds.map((name, i) => [name, kind.data[i] ?? 0])),
    back: back.data[0] ?? 0,
  }
}

function tensorsOf(lines: readonly SeenLine[], page: SeenPage, { letters }: Vocabulary) {
  const count = lines.length
  const length = Math.max(...lines.map(({ text }) => text.length))
  const characters = new Float32Array(count * length)
  const boxes = new Float32Array(count * 4)
  for (const [i, { text, box }] of lines.entries()) {
    for (let at = 0; at < text.length; at++) characters[i * length + at] = letters.get(text[at] as string) ?? 0
    boxes.set([box.x, box.y, box.width, box.height], i * 4)
  }
  return {
    characters: { data: characters, dims: [1, count, length] },
    features: { data: featuresOf(lines, page), dims: [1, count, FEATURES] },
    boxes: { data: boxes, dims: [1, count, 4] },
  }
}

function meanOf(data: Float32Array, roles: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const sums = new Float64Array(roles.length)
  for (let at = from; at < to; at++) {
    for (let role = 0; role < roles.length; role++)
      sums[role] = (sums[role] as number) + (data[at * roles.length + role] as number)
  }
  return new Map(roles.map((name, role) => [name, (sums[role] as number) / (to - from)]))
}

/** Parsed once for all pages. */
const vocabularies = new WeakMap<NetEntry, Promise<Vocabulary>>()

function vocabularyFor(net: Net): Promise<Vocabulary> {
  const known = vocabularies.get(net.entry)
  if (known) return known
  const vocabulary = net.text('vocabulary').then(vocabularyOf)
  vocabularies.set(net.entry, vocabulary)
  return vocabulary
}

/** The meaning of the net's outputs. */
interface Vocabulary {
  /** Letter → its index, from 1. */
  letters: ReadonlyMap<string, number>
  /**
   * In the order of the net's outputs: `surname` for a value, `label surname` for its label, and roles that are
   * neither.
   */
  roles: readonly string[]
  kinds: readonly string[]
}

/** The companion file of the net: its letters, its roles and its kinds of pages, one line each. */
function vocabularyOf(text: string): Vocabulary {
  const [letters, roles, kinds] = text.split('\n')
  if (!letters || !roles || !kinds) throw new Error('the vocabulary of the net for line roles is incomplete')
  return {
    letters: new Map(Array.from(letters, (letter, i) => [letter, i + 1])),
    roles: roles.split(','),
    kinds: kinds.split(','),
  }
}

/** A page as input to the net: every length is in page widths. */
export function seenPage(
  lines: readonly TextLine[],
  { width, height }: Size,
  today: string,
  face?: Box,
  mrz?: { box: Box; reading: MrzReading },
): [SeenLine[], SeenPage] {
  const scaled = (box: Box): Box => ({
    x: box.x / width,
    y: box.y / width,
    width: box.width / width,
    height: box.height / width,
  })
  // The net was trained on Western digits.
  const seen = lines.map(({ text, confidence, box }) => ({ text: inOurDigits(text), confidence, box: scaled(box) }))
  return [
    seen,
    {
      height: height / width,
      today,
      ...(face ? { face: scaled(face) } : {}),
      ...(mrz ? { mrz: { top: mrz.box.y / width, said: saidBy(mrz.reading) } } : {}),
    },
  ]
}

function saidBy({ fields, dateOfBirth, dateOfExpiry }: MrzReading): SaidByMrz {
  const short = (date: string | undefined) => date?.replaceAll('-', '').slice(2) ?? ''
  return {
    surname: fields.primary_identifier ?? '',
    given_name: fields.secondary_identifier ?? '',
    document_number: fields.document_number ?? '',
    personal_number: fields.personal_number_or_optional_data ?? '',
    nationality: fields.nationality ?? '',
    birth: short(dateOfBirth),
    expiry: short(dateOfExpiry),
  }
}

/** Adjacent words with one role. */
export interface Run {
  span: Span
  role: string
  /** Mean probability of the role over its characters. */
  sure: number
}

/** A line as the net divides it into runs. */
export function runsOf(span: Span, roles: PageRoles): Run[] {
  const words = [...span.text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
    partsOf(span, index, index + word.length, roles),
  )
  const runs: { role: string; from: number; to: number }[] = []
  for (const word of words) {
    const last = runs.at(-1)
    if (last?.role === word.role) last.to = word.to
    else runs.push({ ...word })
  }
  return runs.map(({ role, from, to }) => ({
    span: slice(span, from, to),
    role,
    sure: roles.rolesOf(span.line, span.start + from, span.start + to).get(role) ?? 0,
  }))
}

interface RunPart {
  role: string
  from: number
  to: number
}

/** A word, or its two parts if a value is attached to its label: the net must be confident of both. */
function partsOf(span: Span, from: number, to: number, roles: PageRoles): RunPart[] {
  const whole = likeliest(span, from, to, roles)
  if (whole.sure < SURE) {
    for (let at = from + SHORTEST; at <= to - SHORTEST; at++) {
      const [before, behind] = [likeliest(span, from, at, roles), likeliest(span, at, to, roles)]
      const apart = before.role !== behind.role && before.sure > SURE && behind.sure > SURE
      if (apart)
        return [
          { role: before.role, from, to: at },
          { role: behind.role, from: at, to },
        ]
    }
  }
  return [{ role: whole.role, from, to }]
}

/** Above this confidence, a word has only one role. */
const SURE = 0.8
/** A single letter at the end of a word is a misreading rather than a value. */
const SHORTEST = 3

function likeliest(span: Span, from: number, to: number, roles: PageRoles): { role: string; sure: number } {
  let best = { role: '', sure: 0 }
  for (const [role, sure] of roles.rolesOf(span.line, span.start + from, span.start + to)) {
    if (sure > best.sure) best = { role, sure }
  }
  return best
}
