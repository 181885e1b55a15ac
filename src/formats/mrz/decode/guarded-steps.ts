import { type CheckRule, type MrzFormat, type Slot, type Span, slotOf } from '../formats.ts'
import type { AlignedLine } from './align-cells.ts'
import { ALPHABET, indexOf } from './cells.ts'
import type { Heading } from './decode-heading.ts'
import { decodeNames } from './decode-names.ts'
import { alphabetOf, characterTexts, countryTexts, dateTexts, type SlotText, slotAt } from './slot-options.ts'
import type { Option, Step } from './trellis.ts'

/** A step of the trellis, and the slot that it fills. */
export interface GuardedStep extends Step {
  slot: Slot
  /** Decided earlier, and included only because a sum covers it. */
  known: boolean
}

interface StepPlace {
  line: number
  index: number
}

const WEIGHTS = [7, 3, 1]

/** The steps protected by check digits, in the order in which the composite check digit covers them. */
export function guardedSteps(
  format: MrzFormat,
  lines: readonly AlignedLine[],
  heading: Heading,
  tail: Tail,
): GuardedStep[] {
  const rules = tail.length > 0 ? withTail(format, tail) : format.checks
  const composite = rules.find((rule) => rule.name === 'composite')
  const own = rules.filter((rule) => rule !== composite)
  const order = composite
    ? [...composite.over, composite.digit].flatMap(placesOf)
    : own.flatMap((rule) => [...rule.over, rule.digit]).flatMap(placesOf)

  const steps: GuardedStep[] = []
  const ownIndex = ownIndices(own)
  for (let at = 0; at < order.length; ) {
    const place = order[at] as StepPlace
    const slot = slotAt(format, place.line, place.index)
    // Cells outside all slots contain fillers and add nothing to a sum.
    if (!slot) {
      at++
      continue
    }
    const { texts, known } = textsAt(format, slot, place, lines, { heading, tail })
    const width = texts[0]?.text.length ?? 1
    const checks = checksAt(place, own, composite)
    const places = order.slice(at, at + width)
    const positions = places.map((each) => ownIndex.get(key(each)))
    const options = texts.map((text) =>
      option(text, positions, composite && !isDigitOf(composite, place) ? at : undefined),
    )
    steps.push({ slot, known, options, begins: positions[0] === 0, ...(checks ? { checks } : {}) })
    at += width
  }
  return steps
}

/** The part of a long document number that is in the optional data. */
export interface Tail {
  /** 0 for a number that fits its slot. */
  length: number
  /** Does the filler before it count as a position of the sum? For Belgium it does, for most issuers it does not. */
  fillerCounts: boolean
}

/**
 * The length of the part of a long document number in the optional data, by the position of its first filler; 0 if
 * there is no sign of one.
 */
export function tailLength(format: MrzFormat, lines: readonly AlignedLine[]): number {
  const digit = slotOf(format, 'document_number_check_digit')
  const optional = slotOf(format, 'personal_number_or_optional_data')
  if (!format.longNumbers || !digit || !optional) return 0
  const filler = indexOf('<')
  const chances = lines[optional.line]?.chances.slice(optional.start, optional.end) ?? []
  const marked = lines[digit.line]?.chances[digit.start]?.[filler] ?? 0
  const end = chances.findIndex((chance) => Math.max(...chance) === chance[filler])
  // A reading without any sign of the filler is not a long number.
  return marked < 1e-3 || end < 2 ? 0 : end - 1
}

/** The rules, with the document number's check digit in its place for a long number. */
function withTail(format: MrzFormat, { length, fillerCounts }: Tail): readonly CheckRule[] {
  const optional = slotOf(format, 'personal_number_or_optional_data') as Slot
  const end = optional.start + length
  return format.checks.map((rule) =>
    rule.name === 'document_number'
      ? {
          ...rule,
          over: [
            ...rule.over,
            ...(fillerCounts ? [rule.digit] : []),
            { line: optional.line, start: optional.start, end },
          ],
          digit: { line: optional.line, start: end, end: end + 1 },
        }
      : rule,
  )
}

interface Known {
  heading: Heading
  tail: Tail
}

function textsAt(
  format: MrzFormat,
  slot: Slot,
  { line, index }: StepPlace,
  lines: readonly AlignedLine[],
  { heading, tail }: Known,
): { texts: SlotText[]; known: boolean } {
  const decided = heading.slots[slot.name]
  if (decided) return { texts: [{ text: decided.text, weight: 1 }], known: true }

  const chances = lines[line]?.chances ?? []
  const whole = chances.slice(slot.start, slot.end)
  if (slot.content === 'date') return { texts: dateTexts(whole), known: false }
  if (slot.content === 'country') return { texts: countryTexts(whole), known: false }

  const texts = characterTexts(chances[index] as Float64Array, alphabetAt(format, slot, { line, index }, tail.length))
  if (slot.content === 'names')
    return { texts: shaped(texts, decodeNames(whole, false).text[index - slot.start]), known: false }
  return { texts, known: false }
}

/** The probability of a letter where the grammar of names requires a filler, or the other way round. */
const MISSHAPEN = 1e-3

function shaped(texts: SlotText[], decoded: string | undefined): SlotText[] {
  return texts.map(({ text, weight }) => ({
    text,
    weight: (text === '<') === (decoded === '<') ? weight : weight * MISSHAPEN,
  }))
}

/** With a long number, its first check digit is a filler, its tail has none, and one filler ends it. */
function alphabetAt(format: MrzFormat, slot: Slot, { line, index }: StepPlace, tail: number): readonly number[] {
  const alphabet = alphabetOf(format, line, index)
  const filler = indexOf('<')
  if (tail === 0) return alphabet
  if (slot.name === 'document_number_check_digit') return [filler]
  if (slot.name !== 'personal_number_or_optional_data') return alphabet
  const offset = index - slot.start
  if (offset < tail) return alphabet.filter((each) => each !== filler)
  if (offset === tail) return alphabet.filter((each) => each < 10)
  return offset === tail + 1 ? [filler] : alphabet
}

function checksAt(
  place: StepPlace,
  own: readonly CheckRule[],
  composite: CheckRule | undefined,
): 'own' | 'composite' | undefined {
  if (composite && isDigitOf(composite, place)) return 'composite'
  return own.some((rule) => isDigitOf(rule, place)) ? 'own' : undefined
}

const isDigitOf = ({ digit }: CheckRule, { line, index }: StepPlace): boolean =>
  digit.line === line && digit.start === index

/** The position of every cell within the text of its own check digit. */
function ownIndices(rules: readonly CheckRule[]): Map<string, number> {
  return new Map(
    rules.flatMap((rule) => rule.over.flatMap(placesOf).map((place, index) => [key(place), index] as const)),
  )
}

function option({ text, weight }: SlotText, own: (number | undefined)[], composite: number | undefined): Option {
  return {
    text,
    weight,
    own: sum(text, (index) => own[index]),
    composite: composite === undefined ? 0 : sum(text, (index) => composite + index),
    empty: /^<*$/.test(text),
  }
}

function sum(text: string, position: (index: number) => number | undefined): number {
  let total = 0
  for (let index = 0; index < text.length; index++) {
    const at = position(index)
    if (at !== undefined) total += valueAt(text[index] ?? '<') * (WEIGHTS[at % 3] ?? 0)
  }
  return total % 10
}

/** ALPHABET is in the order of the values of ICAO 9303 part 3, 4.9; the filler counts 0. */
const valueAt = (character: string): number => (character === '<' ? 0 : ALPHABET.indexOf(character))

function placesOf({ line, start, end }: Span): StepPlace[] {
  return Array.from({ length: end - start }, (_, offset) => ({ line, index: start + offset }))
}

const key = ({ line, index }: StepPlace): string => `${line}:${index}`
