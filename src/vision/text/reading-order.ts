import type { Spelled } from './decode-ctc.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Text that runs from left to right in every script: numbers, with the marks between their digits, and Latin words. */
const LEFT_TO_RIGHT = /[\p{Nd}\p{Script=Latin}](?:[\p{Nd}\p{Script=Latin}./:,-]*[\p{Nd}\p{Script=Latin}])?/gu

/** Whether a text has letters that run from right to left; Arabic digits do not. */
export const runsLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text.replace(/\p{Nd}/gu, ''))

/** A line read from left to right, in logical order: in Arabic and Hebrew, the last word on the line comes first. */
export function inReadingOrder(line: Spelled): Spelled {
  const letters = [...line.text]
  if (!runsLeft(line.text) || letters.length !== line.probabilities.length) return line
  const pairs = letters
    .map((letter, i) => ({ letter, probability: line.probabilities[i] as number, place: line.places?.[i] as number }))
    .reverse()
  const turned = pairs.map(({ letter }) => letter).join('')
  for (const { 0: run, index } of turned.matchAll(LEFT_TO_RIGHT))
    pairs.splice(index, run.length, ...pairs.slice(index, index + run.length).reverse())
  // What else was considered is in the order of the print.
  const { others: _, ...rest } = line
  return {
    ...rest,
    text: pairs.map(({ letter }) => letter).join(''),
    probabilities: pairs.map(({ probability }) => probability),
    ...(line.places && { places: pairs.map(({ place }) => place) }),
  }
}
