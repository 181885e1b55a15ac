import { ALPHABET, indexOf } from './cells.ts'

interface DecodedText {
  text: string
  /** The probability that all of it is right, among the texts that the grammar allows. */
  posterior: number
  /** Log probability of the text itself. */
  score: number
}

/** The probability of another word after the fillers that end a name: no issuer does so on purpose. */
const STRAY_WORD = 1e-6
/** The share of holders with only one name. */
const NO_SECOND_NAME = 0.05

/** States: start, first filler of an empty surname, word, filler, separator, second word, filler in it, tail. */
const STATES = { start: 0, gap: 1, word: 2, filler: 3, separator: 4, second: 5, between: 6, tail: 7 } as const
const COUNT = 8

/** Next state and its weight after a letter and after a filler, by state. */
const AFTER_LETTER: readonly (readonly [to: number, weight: number])[] = [
  [STATES.word, 1],
  [STATES.word, STRAY_WORD],
  [STATES.word, 1],
  [STATES.word, 1],
  [STATES.second, 1],
  [STATES.second, 1],
  [STATES.second, 1],
  [STATES.second, STRAY_WORD],
]
const AFTER_FILLER: readonly (readonly [to: number, weight: number])[] = [
  [STATES.gap, 0.01],
  [STATES.separator, 1],
  [STATES.filler, 1],
  [STATES.separator, 1],
  [STATES.tail, NO_SECOND_NAME],
  [STATES.between, 1],
  [STATES.tail, 1],
  [STATES.tail, 1],
]

/** The most likely name field: words, one filler between them, two between the identifiers, then fillers to the end. */
export function decodeNames(chances: readonly Float64Array[], withDigits: boolean): DecodedText {
  const letters = Array.from(ALPHABET, (_, index) => index).filter(
    (index) => index !== FILLER && (withDigits || index > 9),
  )
  let best = start()
  let sums = start()
  let score = 0
  let total = 0
  const traces: { from: Int8Array; character: Int8Array }[] = []
  for (const chance of chances) {
    const next = new Float64Array(COUNT)
    const sum = new Float64Array(COUNT)
    const trace = { from: new Int8Array(COUNT), character: new Int8Array(COUNT) }
    const likeliest = letters.reduce((a, b) => ((chance[b] ?? 0) > (chance[a] ?? 0) ? b : a))
    const anyLetter = letters.reduce((all, index) => all + (chance[index] ?? 0), 0)
    const filler = chance[FILLER] ?? 0
    for (let state = 0; state < COUNT; state++) {
      const go = ([to, weight]: readonly [number, number], character: number, one: number, all: number) => {
        sum[to] = (sum[to] ?? 0) + (sums[state] ?? 0) * weight * all
        const value = (best[state] ?? 0) * weight * one
        if (value <= (next[to] ?? 0)) return
        next[to] = value
        trace.from[to] = state
        trace.character[to] = character
      }
      go(AFTER_LETTER[state] ?? [0, 0], likeliest, chance[likeliest] ?? 0, anyLetter)
      go(AFTER_FILLER[state] ?? [0, 0], FILLER, filler, filler)
    }
    score += scale(next)
    total += scale(sum)
    best = next
    sums = sum
    traces.push(trace)
  }
  return { ...walkBack(best, traces), posterior: Math.min(1, posteriorOf(best, sums, score, total)), score }
}

const FILLER = indexOf('<')

function walkBack(best: Float64Array, traces: readonly { from: Int8Array; character: Int8Array }[]): { text: string } {
  let state = best.indexOf(Math.max(...best))
  let text = ''
  for (let index = traces.length - 1; index >= 0; index--) {
    text = (ALPHABET[traces[index]?.character[state] ?? 0] ?? '<') + text
    state = traces[index]?.from[state] ?? 0
  }
  return { text }
}

function posteriorOf(best: Float64Array, sums: Float64Array, score: number, total: number): number {
  const all = sums.reduce((a, b) => a + b, 0)
  return Math.exp(score - total) * (Math.max(...best) / all)
}

function scale(values: Float64Array): number {
  let largest = 0
  for (const value of values) if (value > largest) largest = value
  for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) / largest
  return Math.log(largest)
}

function start(): Float64Array {
  const states = new Float64Array(COUNT)
  states[STATES.start] = 1
  return states
}
