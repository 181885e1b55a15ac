import type { Other } from '../../text/decode-ctc.ts'
import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'
import { unifyScripts } from '../../text/scripts.ts'

/**
 * The usual reader is at least this confident of every character of a word in its own script. Of 300 words on drawn
 * cards, those in its script have 0.95 or more; words in other scripts have a character under 0.7.
 */
const SURE = 0.9
/** The minimum number of letters and digits in a run of confident words: a stroke or dot looks alike in any script. */
const MIN_SIGNS = 2

/**
 * The readers of these scripts know Western letters and digits, and a date such as 2034年8月27日 is one word to the usual
 * one.
 */
const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A letter with its position along the line. */
interface Sign {
  letter: string
  probability: number
  place: number
  others: readonly Other[]
}

/**
 * Combines two readings of a line in two scripts, such as a label in another script and a value in Latin letters or
 * digits. Words that the usual reader is confident of are taken from it; the rest is taken from the reader of the other
 * script.
 */
export function joinParts(other: TextLine, usual: TextLine): TextLine {
  const [others, ours] = [signsOf(other), signsOf(usual)]
  if (!others || !ours || CHINESE.test(other.text)) return other
  const runs = sureRuns(ours).filter((run) => !isOfOthers(within(others, run)))
  if (!runs.length) return other
  const parts = [...runs, ...between(others, runs)].toSorted((a, b) => placeOf(a) - placeOf(b))
  const inOrder = runsLeft(other.text) ? parts.toReversed() : parts
  const signs = inOrder.reduce((all, part) => [...withoutMark(all, part[0]), SPACE, ...part])
  const probabilities = signs.map(({ probability }) => probability)
  return {
    ...other,
    text: signs.map(({ letter }) => letter).join(''),
    confidence: probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length,
    probabilities,
    places: signs.map(({ place }) => place),
    others: signs.map(({ others }) => others),
  }
}

/** A stroke or colon between two parts may have been read by both readers. */
function withoutMark(part: readonly Sign[], next: Sign | undefined): Sign[] {
  const isTwice = next && part.at(-1)?.letter === next.letter && !/[\p{L}\p{M}\p{Nd}]/u.test(next.letter)
  return trimmed(isTwice ? part.slice(0, -1) : part)
}

const SPACE: Sign = { letter: ' ', probability: 1, place: 0, others: [] }

function signsOf({ text, probabilities, places, others }: TextLine): Sign[] | undefined {
  if (probabilities.length !== text.length || places?.length !== text.length) return undefined
  return Array.from({ length: text.length }, (_, i) => ({
    letter: text[i] as string,
    probability: probabilities[i] as number,
    place: places[i] as number,
    others: others?.[i] ?? [],
  }))
}

/** Adjacent words of which every letter is confident, with the spaces between them. */
function sureRuns(signs: readonly Sign[]): Sign[][] {
  const runs: Sign[][] = []
  let run: Sign[] = []
  for (const word of wordsOf(signs)) {
    const isSure = word.every(({ probability }) => probability >= SURE)
    if (isSure) run.push(...(run.length ? [{ ...SPACE, place: (word[0] as Sign).place }] : []), ...word)
    else if (run.length) runs.push(run)
    if (!isSure) run = []
  }
  if (run.length) runs.push(run)
  return runs
    .map(inOneScript)
    .filter((each) => each.filter(({ letter }) => /[\p{L}\p{Nd}]/u.test(letter)).length >= MIN_SIGNS)
}

/** Look-alikes had followed the usual reader's misreading of the other script. */
function inOneScript(run: readonly Sign[]): Sign[] {
  const text = unifyScripts(run.map(({ letter }) => letter).join(''))
  return run.map((sign, i) => ({ ...sign, letter: text[i] ?? sign.letter }))
}

function wordsOf(signs: readonly Sign[]): Sign[][] {
  const words: Sign[][] = [[]]
  for (const sign of signs) {
    if (sign.letter === ' ') words.push([])
    else words.at(-1)?.push(sign)
  }
  return words.filter((word) => word.length > 0)
}

const placeOf = (part: readonly Sign[]): number => Math.min(...part.map(({ place }) => place))

/** The extent of a part, plus half a letter. */
function reachOf(run: readonly Sign[]): [from: number, to: number] {
  const places = run.map(({ place }) => place)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const half = (to - from) / Math.max(1, run.length - 1) / 2
  return [from - half, to + half]
}

function within(others: readonly Sign[], run: readonly Sign[]): Sign[] {
  const [from, to] = reachOf(run)
  return others.filter(({ letter, place }) => letter !== ' ' && place >= from && place <= to)
}

/** Digits of other scripts sometimes look like Western ones: they are taken from the reader that knows them. */
const isOfOthers = (signs: readonly Sign[]): boolean =>
  signs.filter(({ letter }) => /[^\P{L}\p{Script=Latin}]|[^\P{Nd}\d]|\p{M}/u.test(letter)).length > signs.length / 2

/** The text of the other reader outside of the runs, part by part. */
function between(others: readonly Sign[], runs: readonly (readonly Sign[])[]): Sign[][] {
  const reaches = runs.map(reachOf).sort(([a], [b]) => a - b)
  const parts = new Map<number, Sign[]>()
  for (const sign of others) {
    if (reaches.some(([from, to]) => sign.place >= from && sign.place <= to)) continue
    const at = reaches.filter(([from]) => from < sign.place).length
    parts.set(at, [...(parts.get(at) ?? []), sign])
  }
  return [...parts.values()].map(trimmed).filter((part) => part.length > 0)
}

function trimmed(signs: readonly Sign[]): Sign[] {
  const from = signs.findIndex(({ letter }) => letter !== ' ')
  return from < 0 ? [] : signs.slice(from, signs.findLastIndex(({ letter }) => letter !== ' ') + 1)
}
