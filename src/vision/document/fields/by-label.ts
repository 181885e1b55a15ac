import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { Box } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import { type Candidate, type Span, slice } from './candidate.ts'
import type { FoundLabels, Label } from './find-labels.ts'
import { asValue, type Reading } from './value.ts'

/**
 * Values that are after, below or to the right of a label; to its left if the label runs from right to left, and above
 * it on a page whose labels are below their values.
 */
export function byLabel({ labels, values }: FoundLabels, reading: Reading, size: Size): Candidate[] {
  const areBelow = standBelow(labels, values)
  return labels.flatMap((label) => {
    const found = (areBelow ? candidatesAbove : candidatesOf)(label, values, reading, size)
    return label.byNet ? found.map((each) => ({ ...each, labelByNet: label.likeness })) : found
  })
}

/** At least this number of labels with a line of their own must agree, with hardly any against. */
const MIN_BELOW = 3

/** Whether the labels of a page are below their values: most are nearer to the text above than to the text below. */
function standBelow(labels: readonly Label[], values: readonly Span[]): boolean {
  const alone = labels.filter((label) => !values.some(({ source }) => source.startsWith(`${label.source}:`)))
  const [above, below] = [0, 1].map(
    (way) =>
      alone.filter((label) => {
        const gaps = [gapAbove, gapBelow].map((gap) =>
          Math.min(...values.filter(({ box }) => isInColumn(label.box, box)).map(({ box }) => gap(label.box, box))),
        ) as [number, number]
        return (gaps[way] as number) < label.box.height && (gaps[way] as number) < 0.7 * (gaps[1 - way] as number)
      }).length,
  ) as [number, number]
  return above >= MIN_BELOW && above > 3 * below
}

const isInColumn = (label: Box, value: Box): boolean => value.x < endOf(label) && endOf(value) > label.x
/** The gap from the label to the text directly above or below it; zero if the text is on the other side. */
const gapAbove = (label: Box, { y, height }: Box): number => (y < label.y ? Math.max(0, label.y - y - height) : FAR)
const gapBelow = (label: Box, { y }: Box): number => (y > label.y ? Math.max(0, y - label.y - label.height) : FAR)
const FAR = Number.POSITIVE_INFINITY

function candidatesAbove(label: Label, values: readonly Span[], reading: Reading, size: Size): Candidate[] {
  const line = Math.max(label.box.height, size.height * 0.03)
  return values
    .filter(({ box }) => isInColumn(label.box, box) && gapAbove(label.box, box) < line)
    .flatMap((span) => {
      const aside = Math.min(0.4, Math.abs(span.box.x - label.box.x) / size.width)
      return asValue(label.name, span, label.likeness * (0.95 - aside), 'label', reading) ?? []
    })
}

/** How far a value may be from its label in one row, in page widths. */
const ASIDE = 0.25

const endOf = (box: Box): number => box.x + box.width

function candidatesOf(label: Label, values: readonly Span[], reading: Reading, size: Size): Candidate[] {
  const { box } = label
  const line = Math.max(box.height, size.height * 0.03)
  const placed = values.flatMap((span) => {
    const middle = span.box.y + span.box.height / 2
    const sameRow = Math.abs(middle - (box.y + box.height / 2)) < 0.5 * Math.max(span.box.height, box.height)
    const away = label.runsLeft ? box.x - endOf(span.box) : span.box.x - endOf(box)
    if (span.source.startsWith(`${label.source}:`))
      return label.behind === undefined || label.behind === span.source ? [{ span, place: 0.95 }] : []
    if (sameRow && away > -line && away < size.width * ASIDE) return [{ span, place: 0.8 - away / size.width }]
    const gap = span.box.y - (box.y + box.height)
    const aligned = Math.abs(label.runsLeft ? endOf(span.box) - endOf(box) : span.box.x - box.x)
    const under = gap > -0.6 * line && gap < 1.8 * line && middle > box.y + box.height * 0.8
    const overlaps = span.box.x < endOf(box) && endOf(span.box) > box.x
    if (!under || !(overlaps || aligned < line * 1.5)) return []
    return [{ span, place: Math.max(0.3, 1 - Math.max(0, gap) / (5 * line) - Math.min(0.4, aligned / size.width)) }]
  })
  return placed.flatMap(({ span, place }) => asValue(label.name, span, place * label.likeness, 'label', reading) ?? [])
}

/**
 * AAMVA DL/ID card design standard, annex A: human-readable elements with their number and abbreviation. Each pattern is
 * the number, which the reader may run into the abbreviation, and the abbreviation as issuers print it.
 */
const LABELS: readonly { name: VisualFieldName; label: RegExp }[] = [
  { name: 'date_of_issue', label: /^(?:(?:4\s?[a8@])?[.\s]*[I1l]|4\s?[a8@]\s?t)[S5]{2}(?:UED|UE)?\b/i },
  { name: 'date_of_expiry', label: /^(?:4\s?[b6])?[.\s]*EXP(?:IRES)?(?![A-Z]{3})/i },
  { name: 'document_number', label: /^4\s?d[.:]?\s?(?:CUSTOMER IDENTIFIER|NUMBER|NO)?[.:]?$/i },
  // Field 4 has two dates and the number: however the small letters were read, what is not a date is the number.
  { name: 'document_number', label: /^4\s?[a-z0]?\s?[a-z0-9|.,]{1,3}\s+(?=[A-Z]{0,4}\d{5}[A-Z0-9]*$)/i },
  {
    name: 'document_number',
    label:
      /^(?:(?:4\s?[d0]?)?[.\s]*(?:[DO0]L|LIC|ID)|4\s?d\s+D|4\s?[ad]\s?[bo0][Llt1](?=\s))\s?(?:NO|N(?=[.:\s])|#|NUMBER)?[.:\s]*(?=[A-Z]{0,7}\d|\S?$)/i,
  },
  // Only the number, as many issuers print it, or with an abbreviation that a reader takes for iN, uv or rN.
  {
    name: 'surname',
    label:
      /^(?:[1Il]?[.\s]*LN|[1IlLTt|]\s?[LlIiu1][NnvVM]|1\s?N(?=\s)|1[.,]?(?=\s*[A-Z]{2})|1(?=[.,]?$))(?=[\s:.,]|$|[A-Z]{2})/,
  },
  {
    name: 'given_name',
    label: /^(?:2?[.\s]*FN|2\s?[FfPprtE][NnvVM]|2\s?N(?=\s)|2[.,]?(?=\s*[A-Z]{2})|2(?=[.,]?$))(?=[\s:.,]|$|[A-Z]{2})/,
  },
  { name: 'date_of_birth', label: /^(?:3?[.\s]*D[O0]?B|3[.\s]*[OP0][O0]B)/i },
  { name: 'document_class_code', label: /^[9øo]?[.\s]*CLASS/i },
  { name: 'sex', label: /^(?:1[5S])?[.\s]*SEX/i },
  { name: 'height', label: /^(?:16)?[.\s]*H(?:G|EI)?(?:H)?T/i },
  { name: 'address', label: /^(?:8[.\s]+(?=\d)|8[.,]?$)/ },
]

/** Values of a North American licence, next to or below their abbreviated labels. */
export function byAamvaLabel(read: readonly Span[], reading: Reading): Candidate[] {
  const spans = read.map((span) => ({ ...span, text: inLatin(span.text) })).flatMap(partedAtLabels)
  const labelled = spans.flatMap((span) => {
    const found = LABELS.find(({ label }) => label.test(span.text))
    return found ? [{ ...found, span }] : []
  })
  const plain = spans.filter((span) => !labelled.some((each) => each.span === span))
  return labelled.flatMap(({ name, label, span }) => {
    const behind = slice(span, label.exec(span.text)?.[0].length ?? 0, span.text.length)
    const value = behind.text && asValue(name, withoutLead(behind), 0.95, 'number', reading)
    return value ? [value] : nextTo(span, plain).flatMap((next) => asValue(name, next, 0.9, 'number', reading) ?? [])
  })
}

/** A further element in the same line: `4d LIC#WDLABCD456DG 9CLASS B DONOR`. Its number may be misread. */
const NEXT_ELEMENT =
  /\s(?:[\døo]{1,2}[ab]?\s?)?(?:CLASS|SEX|HGT|HEIGHT|WGT|EYES?|HAIR|EXP|ISS|DOB|END|REST|RSTR|DONOR)(?=[\s:.]|$)/gi
/** Before it is another element, not only its number. */
const LEAST_BEFORE = 4

/** Each element of a line that has several. */
function partedAtLabels(span: Span): Span[] {
  const at = [...span.text.matchAll(NEXT_ELEMENT)].find(({ index }) => index >= LEAST_BEFORE)?.index
  if (at === undefined) return [span]
  return [slice(span, 0, at), ...partedAtLabels(slice(span, at, span.text.length))]
}

/** Annex A, element 5: DD (document discriminator) is the number of the card, not of the licence, which may begin with DD. */
const DISCRIMINATOR = /^(?:5[.\s]*DD(?![A-Z])|DD(?=[.:\s]|$))[.:\s]*/
const DATE = /\d[/.-]\d/

/** The lines without the document discriminator and its label: it looks like the number of the licence. */
export function withoutDiscriminator(spans: readonly Span[]): Span[] {
  const labels = spans.filter(({ text }) => DISCRIMINATOR.test(text))
  const others = spans.filter((span) => !labels.includes(span))
  const plain = others.filter(({ text }) => !LABELS.some(({ label }) => label.test(text)))
  const values = labels
    .filter(({ text }) => !text.replace(DISCRIMINATOR, ''))
    .flatMap((span) => nextTo(span, plain))
    .filter(({ text }) => /\d/.test(text) && !DATE.test(text))
  return others.filter((span) => !values.includes(span))
}

/** Small labels are too short to show their script; these licences use only Latin letters. Each letter maps to one. */
const inLatin = (text: string): string =>
  text.replaceAll(/[\u0370-\u04ff]/g, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter)
const ALIKE = 'АВЕЗКМНОРСТУХавезкморстухіѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧιορντ'
const LATIN = 'ABE3KMHOPCTYXabe3kmopctyxisABEZHIKMNOPTYXiopvt'

const withoutLead = (span: Span): Span =>
  slice(span, /^[\s:;./,|-]*/.exec(span.text)?.[0].length ?? 0, span.text.length)

/** The nearest text to the right in the same row, otherwise the nearest directly below. */
function nextTo({ box }: Span, plain: readonly Span[]): Span[] {
  const middle = box.y + box.height / 2
  const right = plain
    .filter((span) => Math.abs(span.box.y + span.box.height / 2 - middle) < 0.7 * Math.max(box.height, span.box.height))
    .filter((span) => span.box.x > box.x + 0.5 * box.width && span.box.x < box.x + box.width + 4 * span.box.height)
    .sort((a, b) => a.box.x - b.box.x)
  const below = plain
    .filter((span) => span.box.y > middle && span.box.y < box.y + 2.2 * box.height)
    .filter((span) => Math.abs(span.box.x - box.x) < 2 * box.height)
    .sort((a, b) => a.box.y - b.box.y)
  const [nearest] = [...right, ...below]
  return nearest ? [nearest] : []
}
