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
  let best = align(person, entry, isKnown, weights)
  const compare = (ours: readonly NameToken[], theirs: readonly NameToken[]) => {
    if (best.score > 0.97) return
    const found = align(ours, theirs, isKnown, weights)
    if (found.score > best.score) best = found
  }
  for (const parted of partedForms(person, entry, isKnown, weights)) compare(parted, entry)
  for (const parted of partedForms(entry, person, isKnown, weights)) compare(person, parted)
  return best
}

/** The name with a word divided into as many as the other name has for it: SERGEILAVROV where the other has SERGEI LAVROV. */
function partedForms(
  tokens: readonly NameToken[],
  other: readonly NameToken[],
  isKnown: IsKnown,
  weights: MatchWeights,
): NameToken[][] {
  const forms: NameToken[][] = []
  for (const [at, token] of tokens.entries())
    for (const model of neighboursOf(other, token.text.length)) {
      const joined = makeToken(model.map(({ text }) => text).join(''))
      if (likeness(token, joined, isKnown, weights) < weights.joined) continue
      for (const parts of partsOf(token.text, model))
        forms.push([...tokens.slice(0, at), ...parts, ...tokens.slice(at + 1)])
    }
  return forms
}

/** Two or more words that follow each other and are about as long as the given length. */
function neighboursOf(tokens: readonly NameToken[], length: number): NameToken[][] {
  return tokens.flatMap((_, from) =>
    Array.from({ length: tokens.length - from }, (__, more) => tokens.slice(from, from + more + 1)).filter(
      (words) => words.length > 1 && Math.abs(lengthOf(words) - length) <= JOINED_APART,
    ),
  )
}

/** The word divided where the model's words end; the first may be a letter shorter or longer. */
function partsOf(text: string, model: readonly NameToken[]): NameToken[][] {
  return [0, -1, 1].flatMap((moved) => {
    const ends = model.slice(0, -1).map((_, index) => moved + lengthOf(model.slice(0, index + 1)))
    const parts = [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
    return parts.every(Boolean) ? [parts.map(makeToken)] : []
  })
}

const lengthOf = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { text }) => sum + text.length, 0)

/** Letters by which words that were written as one may differ from them: a slip, or another transliteration. */
const JOINED_APART = 2

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
  // A particle that the other name does not have is left out rather than another word.
  const [ours, theirs] = [counted(person, usedPerson), counted(entry, usedEntry)]
  const shorter = Math.min(ours, theirs)
  const longer = Math.max(weightOf(person), weightOf(entry))
  if (shorter === 0) return { score: 0, matched: [] }
  // One word alone is half a name: it says little about whose it is. It is all where both have no more.
  const enough = person.length === 1 && entry.length === 1 ? 1 : Math.min(1, shorter / 2)
  const score = (weights.shorter * Math.min(1, agreed / shorter) + (1 - weights.shorter) * (agreed / longer)) * enough
  return { score: isInOrder(places) ? score : Math.max(0, score - weights.order), matched }
}

/** Do the words follow each other as in the other name, wherever that begins? Family names stand first or last. */
function isInOrder(places: [number, number][]): boolean {
  const order = places.sort(([a], [b]) => a - b).map(([, j]) => j)
  return order.filter((j, at) => j > (order[(at + 1) % order.length] as number)).length <= 1
}

const weightOf = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0)

const counted = (tokens: readonly NameToken[], used: ReadonlySet<number>): number =>
  weightOf(tokens.filter(({ text, weight }, index) => used.has(index) || weight === 1 || text.length === 1))

/** 1 for the same word, less for one of the same sound, one that differs in a few letters, or an initial. */
function likeness(a: NameToken, b: NameToken, isKnown: IsKnown, weights: MatchWeights): number {
  if (a.text === b.text) return 1
  if (a.text.length === 1 || b.text.length === 1) return a.text[0] === b.text[0] ? weights.initial : 0
  if (a.weight < 1 || b.weight < 1) return 0
  const longest = Math.max(a.text.length, b.text.length)
  const apart = slipsBetween(a.text, b.text)
  const shared = 1 - apart / longest
  if (hasNoVowels(a.text) || hasNoVowels(b.text)) {
    const consonants = withoutHalfVowels(a.sound)
    // One consonant is no likeness: many words have no other.
    if (consonants.length > 1 && consonants === withoutHalfVowels(b.sound))
      return shared + (1 - shared) * weights.consonants
  } else if (hasSameSound(a, b) && shared > weights.leastAlike)
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
