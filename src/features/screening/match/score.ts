import type { Match, MatchFeature } from '../domain/evidence.ts'
import type { ListEntry } from '../domain/list-entry.ts'
import type { ScreenedPerson } from '../domain/person.ts'
import { compareNames, type MatchedToken, WEIGHTS } from './compare-names.ts'
import { type NameToken, spellingsOf, tokensOf } from './name-tokens.ts'

/** A person prepared for many comparisons. */
export interface PreparedPerson {
  person: ScreenedPerson
  names: { text: string; tokens: NameToken[] }[]
}

export function preparePerson(person: ScreenedPerson): PreparedPerson {
  const spellings = new Map<string, { text: string; tokens: NameToken[] }>()
  for (const text of person.names)
    for (const spelling of spellingsOf(text)) {
      const tokens = tokensOf(spelling)
      const key = tokens.map((token) => token.text).join(' ')
      if (key && !spellings.has(key)) spellings.set(key, { text, tokens })
    }
  return { person, names: [...spellings.values()] }
}

/** How many people on the list have a word in their name, and the size of the list. */
export interface WordCounts {
  size: number
  countOf(word: string): number
  /** How many have a word with the same sound, or with a sound that differs in one letter. */
  countAlike(word: string): number
}

/** How well a person and an entry match: the score of the best pair of names, raised or lowered by the other data. */
export function scoreEntry(prepared: PreparedPerson, entry: ListEntry, counts: WordCounts): Match {
  return scoreNames(prepared, entry, counts, compareRest(prepared.person, entry))
}

/** The same, or undefined if the score is below the threshold. In most such cases the names are not compared at all. */
export function scoreFrom(
  threshold: number,
  prepared: PreparedPerson,
  entry: ListEntry,
  counts: WordCounts,
): Match | undefined {
  const rest = compareRest(prepared.person, entry)
  const most = rest.number === undefined ? 1 + sumOf(rest.features) : 1
  if (round(most) < threshold) return undefined
  const match = scoreNames(prepared, entry, counts, rest)
  return match.score >= threshold ? match : undefined
}

/** The comparison of everything except the names. */
interface Rest {
  isSameDay: boolean
  features: MatchFeature[]
  /** A number that both have. */
  number: string | undefined
}

function compareRest(person: ScreenedPerson, entry: ListEntry): Rest {
  const birth = compareBirths(person.births, entry.births)
  const isSameDay = birth?.points === WEIGHTS.sameDay
  const otherCountry = isSameDay ? WEIGHTS.otherCountry : WEIGHTS.otherCountryUndated
  return {
    isSameDay,
    features: [
      ...(birth ? [birth] : []),
      ...compareCountries(person, entry, otherCountry),
      ...compareSexes(person, entry),
    ],
    number: entry.identifiers.find((each) => person.identifiers.includes(each)),
  }
}

function scoreNames(
  { names }: PreparedPerson,
  entry: ListEntry,
  counts: WordCounts,
  { isSameDay, features: rest, number }: Rest,
): Match {
  const name = bestName(names, entry, counts)
  const features: MatchFeature[] = [...name.features, ...(isSameDay ? [] : commonName(name.matched, counts)), ...rest]
  const sum = sumOf(features)
  if (number !== undefined && WEIGHTS.identifier > sum)
    features.push({
      feature: 'identifier',
      points: round(WEIGHTS.identifier - sum),
      detail: 'The number of the document or of the person is the same.',
    })
  const score = number === undefined ? sum : Math.max(sum, WEIGHTS.identifier)
  return { score: round(Math.min(1, Math.max(0, score))), features, name: { person: name.person, entry: name.entry } }
}

const sumOf = (features: readonly MatchFeature[]): number => features.reduce((total, { points }) => total + points, 0)

interface BestName {
  features: MatchFeature[]
  matched: MatchedToken[]
  person: string
  entry: string
}

/** A word in one of this many entries of a list may be a typing error of the list itself. */
const SLIPS = 100_000

function bestName(names: PreparedPerson['names'], entry: ListEntry, counts: WordCounts): BestName {
  const isKnown = (word: string) => counts.countOf(word) > counts.size / SLIPS
  let best: BestName & { points: number } = { points: -1, features: [], matched: [], person: '', entry: '' }
  for (const { text, weak } of entry.names) {
    for (const spelling of spellingsOf(text)) {
      const tokens = tokensOf(spelling)
      for (const name of names) {
        const { score, matched } = compareNames(name.tokens, tokens, isKnown)
        const points = weak ? score * WEIGHTS.weakAlias : score
        if (points <= best.points) continue
        const feature = weak ? ('weakAlias' as const) : ('name' as const)
        const detail = weak ? 'A weak alias agrees with the name.' : sentence(score)
        best = {
          points,
          features: [{ feature, points: round(points), detail }],
          matched,
          person: name.text,
          entry: text,
        }
      }
    }
  }
  return best
}

const sentence = (score: number): string => {
  if (score >= 0.999) return 'The names are the same.'
  return score >= 0.9 ? 'The names are nearly the same.' : 'The names agree in part.'
}

/** Undefined if one of the two has no date. The pair of dates that agrees best counts. */
function compareBirths(person: readonly string[], entry: readonly string[]): MatchFeature | undefined {
  const all = person.flatMap((ours) => entry.map((theirs) => comparePair(ours, theirs)))
  return all.toSorted((a, b) => b.points - a.points)[0]
}

function comparePair(ours: string, theirs: string): MatchFeature {
  const feature = 'birthDate' as const
  if (ours === theirs) return { feature, points: WEIGHTS.sameDay, detail: `Both were born on ${theirs}.` }
  const [year, month, day] = ours.split('-')
  const [otherYear, otherMonth, otherDay] = theirs.split('-')
  const apart = Math.abs(Number(year) - Number(otherYear))
  if (otherDay === undefined) {
    if (apart === 0) {
      const months = otherMonth === undefined || otherMonth === month
      return months
        ? { feature, points: WEIGHTS.sameYear, detail: `The entry says ${theirs}, which is when the person was born.` }
        : {
            feature,
            points: WEIGHTS.otherDay,
            detail: `The entry says ${theirs}, but the person was born in another month.`,
          }
    }
    if (apart > 1 && ours.slice(0, 3) === theirs.slice(0, 3))
      return { feature, points: WEIGHTS.nearYear, detail: `The years ${year} and ${theirs} differ in the last digit.` }
    return apart === 1
      ? { feature, points: 0, detail: `The entry says ${theirs}, but the person was born a year before or after.` }
      : { feature, points: WEIGHTS.otherYear, detail: `The entry says ${theirs}, but the person was born in ${year}.` }
  }
  const exchanged = apart === 0 && month === otherDay && day === otherMonth
  if (exchanged || digitsApart(ours, theirs) === 1)
    return {
      feature,
      points: WEIGHTS.nearDay,
      detail: `The difference between the birth dates ${ours} and ${theirs} may be a typing error.`,
    }
  // The first of January often means that the day is not known.
  if (apart === 0 && (theirs.endsWith('-01-01') || ours.endsWith('-01-01')))
    return { feature, points: WEIGHTS.sameYear, detail: `Both were born in ${year}; one date is the first of January.` }
  if (apart <= 1)
    return { feature, points: WEIGHTS.otherDay, detail: `The birth dates ${ours} and ${theirs} are close.` }
  return { feature, points: WEIGHTS.otherYear, detail: `The birth dates are ${ours} and ${theirs}.` }
}

const digitsApart = (a: string, b: string): number =>
  a.length === b.length ? Array.from(a).filter((digit, index) => digit !== b[index]).length : 10

/** Unless the birth date confirms the person, a name that is common in the list means little. */
function commonName(matched: readonly MatchedToken[], counts: WordCounts): MatchFeature[] {
  if (counts.size < 2) return []
  const whole = Math.log(counts.size)
  const said = matched.reduce((sum, { text, weight, isSame }) => {
    const [same, alike] = [counts.countOf(text), counts.countAlike(text)]
    // A word with a common sound is less distinctive. If the letters differ, any word of that sound would have matched.
    const count = isSame ? same + WEIGHTS.neighbours * Math.max(0, alike - same) : Math.max(same, alike)
    const share = Math.max(WEIGHTS.rarest, count) / counts.size
    return sum + weight * -Math.log(Math.min(1, share))
  }, 0)
  // 0 if the parts together are rarer than one in the list's size squared, 1 if anyone may have them by chance.
  const common = Math.min(1, Math.max(0, WEIGHTS.commonFrom - said / whole))
  if (common === 0) return []
  return [
    {
      feature: 'commonName',
      points: round(WEIGHTS.commonName * common),
      detail: 'The birth dates are not the same, and the name is not rare in the list.',
    },
  ]
}

function compareCountries(person: ScreenedPerson, entry: ListEntry, other: number): MatchFeature[] {
  if (!person.countries.length || !entry.countries.length) return []
  const shared = person.countries.find((country) => entry.countries.includes(country))
  return shared
    ? [{ feature: 'country', points: WEIGHTS.sameCountry, detail: `Both are connected with ${shared}.` }]
    : [
        {
          feature: 'country',
          points: other,
          detail: `The person is connected with ${person.countries.join(', ')}, the entry with ${entry.countries.join(', ')}.`,
        },
      ]
}

function compareSexes(person: ScreenedPerson, entry: ListEntry): MatchFeature[] {
  if (!person.sex || !entry.sex || person.sex === entry.sex) return []
  return [{ feature: 'sex', points: WEIGHTS.otherSex, detail: 'The sexes differ.' }]
}

const round = (points: number): number => Math.round(points * 1_000) / 1_000
