import { distance } from 'fastest-levenshtein'
import { makeToken, type NameToken, soundOf } from './name-tokens.ts'
import type { MatchWeights } from './weights.ts'

/** How well two names agree, and which parts do. */
interface NameComparison {
  /** 0..1. */
  score: number
  /** Parts of the person's name that were found in the entry's. */
  matched: MatchedToken[]
}

export interface MatchedToken extends NameToken {
  /** The entry writes it in the same letters. */
  isSame: boolean
}

/** Does the list have this word? One that nobody has is rather a slip or another spelling than another name. */
type IsKnown = (word: string) => boolean

/** Parts in any order, missing parts, initials, parts written together. */
export function compareNames(
  person: readonly NameToken[],
  entry: readonly NameToken[],
  isKnown: IsKnown,
  weights: MatchWeights,
): NameComparison {
  const plain = align(person, entry, isKnown, weights)
  if (plain.score > 0.97) return plain
  let best = plain
  for (const merged of mergedForms(person, entry)) {
    const found = align(merged, entry, isKnown, weights)
    if (found.score > best.score) best = { score: found.score, matched: best.matched }
  }
  for (const merged of mergedForms(entry, person)) {
    const found = align(person, merged, isKnown, weights)
    if (found.score > best.score) best = found
  }
  return best
}

/** The name with two neighbours written as one word, in every place where the other name has a word about as long. */
function mergedForms(tokens: readonly NameToken[], other: readonly NameToken[]): NameToken[][] {
  const forms: NameToken[][] = []
  for (let index = 1; index < tokens.length; index++) {
    const [first, second] = [tokens[index - 1] as NameToken, tokens[index] as NameToken]
    const length = first.sound.length + second.sound.length
    if (!other.some(({ sound }) => Math.abs(sound.length - length) <= MERGED_APART)) continue
    forms.push([...tokens.slice(0, index - 1), makeToken(first.text + second.text), ...tokens.slice(index + 1)])
  }
  return forms
}

/** Consonants by which two words that were written as one may differ from it: a slip, or another transliteration. */
const MERGED_APART = 2

function align(
  person: readonly NameToken[],
  entry: readonly NameToken[],
  isKnown: IsKnown,
  weights: MatchWeights,
): NameComparison {
  const pairs: { i: number; j: number; alike: number }[] = []
  for (let i = 0; i < person.length; i++)
    for (let j = 0; j < entry.length; j++) {
      const alike = likeness(person[i] as NameToken, entry[j] as NameToken, isKnown, weights)
      if (alike > 0) pairs.push({ i, j, alike })
    }
  pairs.sort((a, b) => b.alike - a.alike || a.i - b.i || a.j - b.j)
  const [usedPerson, usedEntry] = [new Set<number>(), new Set<number>()]
  const matched: MatchedToken[] = []
  const places: [number, number][] = []
  let agreed = 0
  for (const { i, j, alike } of pairs) {
    if (usedPerson.has(i) || usedEntry.has(j)) continue
    usedPerson.add(i)
    usedEntry.add(j)
    places.push([i, j])
    const token = person[i] as NameToken
    agreed += alike * Math.min(token.weight, (entry[j] as NameToken).weight)
    matched.push({ ...token, isSame: alike === 1 })
  }
  const [whole, other] = [weightOf(person), weightOf(entry)]
  const [shorter, longer] = [Math.min(whole, other), Math.max(whole, other)]
  if (shorter === 0) return { score: 0, matched: [] }
  // One word alone is half a name: it says little about whose it is.
  const enough = Math.min(1, shorter / 2)
  const score = (weights.shorter * Math.min(1, agreed / shorter) + (1 - weights.shorter) * (agreed / longer)) * enough
  return { score: isInOrder(places) ? score : Math.max(0, score - weights.order), matched }
}

/** Do the words follow each other as in the other name, wherever that begins? Family names stand first or last. */
function isInOrder(places: [number, number][]): boolean {
  const order = places.sort(([a], [b]) => a - b).map(([, j]) => j)
  return order.filter((j, at) => j > (order[(at + 1) % order.length] as number)).length <= 1
}

const weightOf = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0)

/** 1 for the same word, less for one of the same sound, one that differs in a few letters, or an initial. */
function likeness(a: NameToken, b: NameToken, isKnown: IsKnown, weights: MatchWeights): number {
  if (a.text === b.text) return 1
  if (a.text.length === 1 || b.text.length === 1) return a.text[0] === b.text[0] ? weights.initial : 0
  if (a.weight < 1 || b.weight < 1) return 0
  const longest = Math.max(a.text.length, b.text.length)
  const apart = slipsBetween(a.text, b.text)
  const shared = 1 - apart / longest
  if (hasNoVowels(a.text) || hasNoVowels(b.text)) {
    const sameConsonants = withoutHalfVowels(a.sound) === withoutHalfVowels(b.sound)
    if (sameConsonants) return shared + (1 - shared) * weights.consonants
  } else if (hasSameSound(a, b) && shared >= 0.5)
    return shared + (1 - shared) * (isKnown(a.text) ? weights.soundKnown : weights.sound)
  if (shared < weights.leastAlike) return 0
  return apart === 1 && !isKnown(a.text) ? shared + (1 - shared) * weights.slip : shared
}

/** KH is one standard's H: the index keeps them apart, and the comparison does not. */
function hasSameSound(a: NameToken, b: NameToken): boolean {
  if (a.sound.length < 2 || b.sound.length < 2) return false
  if (a.sound === b.sound) return true
  if (!a.text.includes('KH') && !b.text.includes('KH')) return false
  return soundOf(a.text.replaceAll('KH', 'H')) === soundOf(b.text.replaceAll('KH', 'H'))
}

/** Letters left out, added or replaced; two neighbours that changed places are one slip. */
function slipsBetween(a: string, b: string): number {
  const letters = distance(a, b)
  return letters === 2 && a.length === b.length && isExchanged(a, b) ? 1 : letters
}

function isExchanged(a: string, b: string): boolean {
  let at = 0
  while (a[at] === b[at]) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** Scripts that write consonants alone give such words. */
const hasNoVowels = (text: string): boolean => !/[AEIOU]/.test(text)

/** Those scripts write long vowels with letters that are consonants elsewhere, and doubled letters once. */
const withoutHalfVowels = (sound: string): string => sound.replaceAll('V', '').replace(/(.)\1+/g, '$1')
