import type { MrzFormat, Slot, SlotName } from '../formats.ts'
import type { AlignedLine } from './align-cells.ts'
import { readCharacter } from './cells.ts'
import { decodeHeading, type Heading } from './decode-heading.ts'
import { decodeNames } from './decode-names.ts'
import { type GuardedStep, guardedSteps, type Tail, tailLength } from './guarded-steps.ts'
import { alphabetOf, characterTexts, countryTexts, dateTexts, type SlotText } from './slot-options.ts'
import { solve } from './trellis.ts'

interface DecodedSlot {
  text: string
  /** The probability that the text is right, given the grammar and the check digits. */
  posterior: number
  /** Did the grammar change or insert a character? */
  repaired: boolean
}

export interface DecodedFormat {
  format: MrzFormat
  lines: string[]
  slots: Partial<Record<SlotName, DecodedSlot>>
  /** The probability that all of it is right. */
  posterior: number
  /** Log probability of the reading, to choose between formats. */
  score: number
  repaired: boolean
}

/** Most holders are nationals of the state that issued their document. */
const OWN_NATIONAL = 4

/** The most likely MRZ of a format that could have been read as these lines. */
export function decodeAs(format: MrzFormat, lines: readonly AlignedLine[]): DecodedFormat {
  const length = tailLength(format, lines)
  const long = length > 0 ? [false, true].map((fillerCounts) => ({ length, fillerCounts })) : []
  const heading = decodeHeading(format, lines)
  const readings = [NO_TAIL, ...long].map((tail) => decodeWithTail(format, lines, heading, tail))
  return readings.reduce((a, b) => (b.score > a.score ? b : a))
}

const NO_TAIL: Tail = { length: 0, fillerCounts: false }

function decodeWithTail(format: MrzFormat, lines: readonly AlignedLine[], heading: Heading, tail: Tail): DecodedFormat {
  const found: Partial<Record<SlotName, Found>> = { ...heading.slots }
  const guarded = guardedSteps(format, lines, heading, tail)
  let posterior = heading.posterior
  let score = heading.score + lines.reduce((sum, line) => sum + line.penalty, 0)

  if (guarded.length > 0) {
    const path = solve(guarded)
    posterior *= path.posterior
    score += path.score
    guarded.forEach((step, index) => {
      add(found, step, path.options[index]?.text ?? '', path.marginals[index] ?? 0)
    })
  }
  for (const slot of format.slots) {
    if (found[slot.name]) continue
    const text = alone(format, slot, lines, heading.issuer)
    found[slot.name] = text
    posterior *= text.posterior
    score += text.score
  }
  return finished(format, lines, found, { posterior, score })
}

/** The text and probability of a slot, before it is compared with what was read. */
interface Found {
  text: string
  posterior: number
}

function add(found: Partial<Record<SlotName, Found>>, step: GuardedStep, text: string, marginal: number): void {
  const before = found[step.slot.name]
  if (step.known) return
  found[step.slot.name] = { text: (before?.text ?? '') + text, posterior: (before?.posterior ?? 1) * marginal }
}

/** A slot without a check digit. */
function alone(format: MrzFormat, slot: Slot, lines: readonly AlignedLine[], issuer: string) {
  const chances = chancesOf(slot, lines)
  if (slot.content === 'names') return decodeNames(chances, format.type === 'TD3' && issuer === 'PNRUS')
  if (slot.content === 'date') return chosen(dateTexts(chances))
  if (slot.content === 'country') {
    const texts = countryTexts(chances).map((option) =>
      option.text === issuer.slice(2) ? { ...option, weight: option.weight * OWN_NATIONAL } : option,
    )
    return chosen(texts)
  }
  const characters = chances.map((chance, index) =>
    chosen(characterTexts(chance, alphabetOf(format, slot.line, slot.start + index))),
  )
  return {
    text: characters.map(({ text }) => text).join(''),
    posterior: characters.reduce((product, character) => product * character.posterior, 1),
    score: characters.reduce((sum, character) => sum + character.score, 0),
  }
}

function chosen(texts: readonly SlotText[]) {
  const best = texts.reduce((a, b) => (b.weight > a.weight ? b : a), { text: '', weight: 0 })
  const total = texts.reduce((sum, { weight }) => sum + weight, 0)
  return { text: best.text, posterior: best.weight / total, score: Math.log(best.weight) }
}

function chancesOf({ line, start, end }: Slot, lines: readonly AlignedLine[]): Float64Array[] {
  return lines[line]?.chances.slice(start, end) ?? []
}

function finished(
  format: MrzFormat,
  lines: readonly AlignedLine[],
  found: Partial<Record<SlotName, Found>>,
  { posterior, score }: { posterior: number; score: number },
): DecodedFormat {
  const grid = format.lengths.map((length) => Array.from('<'.repeat(length)))
  const slots: DecodedFormat['slots'] = {}
  for (const slot of format.slots) {
    const { text, posterior: chance } = found[slot.name] ?? { text: '', posterior: 0 }
    grid[slot.line]?.splice(slot.start, slot.end - slot.start, ...text)
    slots[slot.name] = { text, posterior: chance, repaired: wasChanged(slot, text, lines) }
  }
  const moved = lines.some((line) => line.moved > 0)
  const repaired = moved || Object.values(slots).some((slot) => slot.repaired)
  return { format, lines: grid.map((row) => row.join('')), slots, posterior, score, repaired }
}

function wasChanged(slot: Slot, text: string, lines: readonly AlignedLine[]): boolean {
  return Array.from(text).some((character, index) => {
    const cell = lines[slot.line]?.cells[slot.start + index]
    return cell === undefined || readCharacter(cell) !== character
  })
}
