import { distance } from 'fastest-levenshtein'
import { makeToken, type NameToken, soundOf } from './name-tokens.ts'
import { areOneSurname, fullNamesOf } from './short-names.ts'

/**
 * The weights for comparing a person with an entry. They were chosen on one synthetic list, without the held-out kinds
 * of variation, and reported on another one with different seeds: `npm run evaluate -- --only screening`,
 * docs/screening.md. Only the program that chooses them changes them.
 */
export const WEIGHTS = {
  /**
   * The share of the shorter name in the score of two names. The rest is the share of the longer name: it is the
   * penalty for missing parts.
   */
  shorter: 0.9,
  /** The similarity of an initial and a word that begins with it. */
  initial: 0.95,
  /** The penalty if the words are in another order than in the other name. */
  order: 0.08,
  /** The share of the difference that is forgiven between two words that sound the same. */
  sound: 0.9,
  /** The same, if the list has the person's word: then it is more likely another name. */
  soundKnown: 0.5,
  /** The share of the difference that is forgiven for one slip in a word that the list does not have. */
  slip: 0.8,
  /** The least similarity at which a word counts as several words written as one. */
  joined: 0.8,
  /** Two words that are less similar than this have nothing in common. */
  leastAlike: 0.5,
  /** The value of a weak alias compared with a name. */
  weakAlias: 0.85,
  /**
   * Birth dates: the same day; the same with day and month swapped, or with a small typing error; the same year if no
   * more is known.
   */
  sameDay: 0.15,
  nearDay: 0.05,
  sameYear: 0.07,
  /** The last digit of the year differs, and the entry only has the year. */
  nearYear: -0.03,
  otherYear: -0.35,
  otherDay: -0.12,
  /** The penalty for a common name, unless the birth date confirms the person. */
  commonName: -0.1,
  /** The rarity from which there is no penalty, as a power of the list's size. */
  commonFrom: 2.05,
  /** The assumed number of people with a word that the list does not have. */
  rarest: 0.2,
  /** The share of similar-sounding words that count as the same word when its frequency is estimated. */
  neighbours: 0.05,
  sameCountry: 0.02,
  /** No country in common: if the birth date is the same day, and if it is not. */
  otherCountry: -0.05,
  otherCountryUndated: -0.2,
  otherSex: -0.2,
  /** The least score if both have the same document number. */
  identifier: 0.97,
}

/** How well two names match, and in which parts. */
interface NameComparison {
  /** 0..1. */
  score: number
  /** Parts of the person's name that were found in the entry's. */
  matched: MatchedToken[]
}

export interface MatchedToken extends NameToken {
  /** The entry has exactly the same letters. */
  isSame: boolean
}

/**
 * Does the list have this word? A word that it does not have is more likely a typing error or another spelling than
 * another name.
 */
type IsKnown = (word: string) => boolean

/** Compares two names: allows parts in any order, missing parts, initials, and parts written together. */
export function compareNames(
  person: readonly NameToken[],
  entry: readonly NameToken[],
  isKnown: IsKnown,
): NameComparison {
  let best = align(person, entry, isKnown)
  if (best.score > 0.97) return best
  // SERGEILAVROV and SERGEI LAVROV: the whole name as one word.
  const [word, parts] = person.length === 1 ? [person, entry] : [entry, person]
  // An initial does not contain other names.
  if (word.length === 1 && word[0]?.text.length !== 1) {
    const alike = likeness(merge(person), merge(entry), isKnown)
    if (alike >= WEIGHTS.joined && alike > best.score)
      best = { score: alike, matched: parts.map((token) => ({ ...token, isSame: alike === 1 })) }
  }
  for (const merged of mergedForms(person, entry)) {
    const found = align(merged, entry, isKnown)
    if (found.score > best.score) best = { score: found.score, matched: best.matched }
  }
  for (const merged of mergedForms(entry, person)) {
    const found = align(person, merged, isKnown)
    if (found.score > best.score) best = found
  }
  for (const [ours, theirs] of [
    [initialsIn(person, entry), entry],
    [person, initialsIn(entry, person)],
  ] as const) {
    if (!ours || !theirs) continue
    const found = align(ours, theirs, isKnown)
    if (found.score > best.score) best = found
  }
  return best
}

/**
 * The name with the initials apart that it writes as one word, where the other name has words that begin with them side
 * by side: JC of JEAN CLAUDE. A word of initials has no vowels, or anything short would be one.
 */
function initialsIn(tokens: readonly NameToken[], other: readonly NameToken[]): NameToken[] | undefined {
  const at = tokens.findIndex(({ text }) => /^[B-DF-HJ-NP-TV-XZ]{2,3}$/.test(text) && areInitials(text, other))
  if (at < 0) return undefined
  const letters = Array.from(tokens[at]?.text ?? '', makeToken)
  return [...tokens.slice(0, at), ...letters, ...tokens.slice(at + 1)]
}

const areInitials = (letters: string, other: readonly NameToken[]): boolean =>
  other.some((_, start) =>
    Array.from(letters).every((letter, index) => {
      const { text = '' } = other[start + index] ?? {}
      return text.length > 1 && text !== letters && text.startsWith(letter)
    }),
  )

/**
 * The forms of a name with two adjacent words joined, for every pair for which the other name has a word of similar
 * length.
 */
function mergedForms(tokens: readonly NameToken[], other: readonly NameToken[]): NameToken[][] {
  const forms: NameToken[][] = []
  for (let index = 1; index < tokens.length; index++) {
    const pair = tokens.slice(index - 1, index + 1)
    if (pair.some(({ text }) => text.length === 1)) continue
    const length = pair.reduce((sum, { sound }) => sum + sound.length, 0)
    if (!other.some(({ sound }) => Math.abs(sound.length - length) <= MERGED_APART)) continue
    forms.push([...tokens.slice(0, index - 1), merge(pair), ...tokens.slice(index + 1)])
  }
  return forms
}

/**
 * How many consonants two joined words may differ from the other word by: a typing error, or another transliteration.
 */
const MERGED_APART = 2

const merge = (tokens: readonly NameToken[]): NameToken => ({
  ...makeToken(tokens.map(({ text }) => text).join('')),
  isJoined: true,
})

function align(person: readonly NameToken[], entry: readonly NameToken[], isKnown: IsKnown): NameComparison {
  const pairs: { i: number; j: number; alike: number }[] = []
  for (let i = 0; i < person.length; i++)
    for (let j = 0; j < entry.length; j++) {
      const alike = likeness(person[i] as NameToken, entry[j] as NameToken, isKnown)
      if (alike > 0) pairs.push({ i, j, alike })
    }
  pairs.sort((a, b) => b.alike - a.alike || a.i - b.i || a.j - b.j)
  const [usedPerson, usedEntry] = [new Set<number>(), new Set<number>()]
  const matched: MatchedToken[] = []
  const places: [number, number][] = []
  // A word that the other name shortens to an initial cannot say more than the initial does.
  let unsaid = 0
  let agreed = 0
  for (const { i, j, alike } of pairs) {
    if (usedPerson.has(i) || usedEntry.has(j)) continue
    usedPerson.add(i)
    usedEntry.add(j)
    places.push([i, j])
    const token = person[i] as NameToken
    const theirs = entry[j] as NameToken
    agreed += alike * Math.min(token.weight, theirs.weight)
    if ((token.text.length === 1) !== (theirs.text.length === 1)) unsaid += Math.abs(token.weight - theirs.weight)
    matched.push({ ...token, isSame: alike === 1 })
  }
  // A particle that the other name does not have counts as left out, not as a different word.
  const [ours, theirs] = [counted(person, usedPerson), counted(entry, usedEntry)]
  const shorter = Math.min(ours, theirs)
  const longer = Math.max(shorter, Math.max(weightOf(person), weightOf(entry)) - unsaid)
  if (shorter === 0) return { score: 0, matched: [] }
  // A single word is half a name and identifies few people. It counts fully if both names have only one.
  const words = Math.min(namingWords(person), namingWords(entry))
  const enough = person.length === 1 && entry.length === 1 ? 1 : Math.min(1, words / 2)
  const score = (WEIGHTS.shorter * Math.min(1, agreed / shorter) + (1 - WEIGHTS.shorter) * (agreed / longer)) * enough
  const isSure = words >= LONG_NAME && matched.length >= words && agreed > shorter - ONE_SLIP
  const order = isSure ? WEIGHTS.order / 2 : WEIGHTS.order
  return { score: isInOrder(places) ? score : Math.max(0, score - order), matched }
}

/** From how many words on, all of which agree but for a slip, another order says little. */
const LONG_NAME = 4
const ONE_SLIP = 0.25

/** Are the words in the same order as in the other name, up to rotation? Family names are first or last. */
function isInOrder(places: [number, number][]): boolean {
  const order = places.sort(([a], [b]) => a - b).map(([, j]) => j)
  return order.filter((j, at) => j > (order[(at + 1) % order.length] as number)).length <= 1
}

/** Words and initials, without particles. */
const namingWords = (tokens: readonly NameToken[]): number =>
  tokens.filter(({ text, weight }) => weight === 1 || text.length === 1).length

const weightOf = (tokens: readonly NameToken[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0)

const counted = (tokens: readonly NameToken[], used: ReadonlySet<number>): number =>
  weightOf(tokens.filter(({ text, weight }, index) => used.has(index) || weight === 1 || text.length === 1))

/** 1 for the same word, less for one that sounds the same, differs in a few letters, or is an initial. */
function likeness(a: NameToken, b: NameToken, isKnown: IsKnown): number {
  if (a.text === b.text) return 1
  if (a.isSyllable && b.isSyllable) return 0
  if (a.text.length === 1 || b.text.length === 1) return a.text[0] === b.text[0] ? WEIGHTS.initial : 0
  const longest = Math.max(a.text.length, b.text.length)
  const apart = slipsBetween(a.text, b.text)
  const shared = 1 - apart / longest
  if (hasNoVowels(a.text) || hasNoVowels(b.text)) {
    if (hasSameConsonants(a, b)) return 1
  } else if (hasSameSound(a, b) && shared > leastShared(a, b))
    return shared + (1 - shared) * (isKnown(a.text) ? WEIGHTS.soundKnown : WEIGHTS.sound)
  if (areOneSurname(a.text, b.text)) return Math.max(WEIGHTS.initial, shared)
  if (isShortFor(a, b) || isShortFor(b, a)) return Math.max(WEIGHTS.initial, shared)
  if (shared < WEIGHTS.leastAlike) return 0
  return apart === 1 && !isKnown(a.text) ? shared + (1 - shared) * WEIGHTS.slip : shared
}

/** Words that one name writes as one, in two transliterations, may share few letters: TSE TUNG and ZEDONG. */
const leastShared = (a: NameToken, b: NameToken): number =>
  (a.isJoined || b.isJoined) && a.sound.length >= LONG_SOUND ? WEIGHTS.leastAlike - LONG_SOUND_LESS : WEIGHTS.leastAlike
const LONG_SOUND = 4
const LONG_SOUND_LESS = 0.1

/** Is one a short form of the other: BILL of WILLIAM, SASHA of ALEKSANDR? */
const isShortFor = (short: NameToken, { text, sound }: NameToken): boolean =>
  fullNamesOf(short.text).some((full) => full === text || (full.length > 3 && soundOf(full) === sound))

/**
 * One standard writes KH where another writes H, and ZH or DJ where another writes J. The index keeps them apart, but
 * this comparison does not.
 */
function hasSameSound(a: NameToken, b: NameToken): boolean {
  if (a.sound.length < 2 || b.sound.length < 2) return false
  if (a.sound === b.sound) return true
  return OTHER_STANDARDS.some(([cluster, letter]) => {
    if (!cluster.test(a.text) && !cluster.test(b.text)) return false
    return soundOf(a.text.replace(cluster, letter)) === soundOf(b.text.replace(cluster, letter))
  })
}

const OTHER_STANDARDS: readonly (readonly [RegExp, string])[] = [
  [/KH/, 'H'],
  [/DZH|ZH|DJ/, 'J'],
]

/** The number of letters that were left out, added or replaced; two swapped adjacent letters count as one. */
function slipsBetween(a: string, b: string): number {
  const letters = distance(a, b)
  return letters === 2 && a.length === b.length && isExchanged(a, b) ? 1 : letters
}

function isExchanged(a: string, b: string): boolean {
  let at = 0
  while (a[at] === b[at]) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** Scripts that only write consonants give words without vowels. */
const hasNoVowels = (text: string): boolean => !/[AEIOU]/.test(text)

/**
 * Do both words have the same consonants, at least two? If a word has only one, a long vowel that both write counts as
 * the second.
 */
function hasSameConsonants(a: NameToken, b: NameToken): boolean {
  const consonants = withoutHalfVowels(a.sound)
  if (consonants !== withoutHalfVowels(b.sound)) return false
  if (consonants.length > 1 || (a.sound.length > 1 && a.sound === b.sound)) return true
  const letters = withLongVowels(a.text)
  return letters.length > 1 && letters === withLongVowels(b.text)
}

/** Those scripts write long vowels with letters that are consonants elsewhere, and double letters only once. */
const withoutHalfVowels = (sound: string): string => sound.replaceAll('V', '').replace(/(.)\1+/g, '$1')

const withLongVowels = (text: string): string =>
  text
    .replace(/[AEH]/g, '')
    .replace(/[IJ]/g, 'Y')
    .replace(/[OUV]/g, 'W')
    .replace(/(.)\1+/g, '$1')
