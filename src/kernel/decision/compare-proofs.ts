import { plainNumber } from '../../formats/document-number-forms.ts'
import { distance } from '../../formats/text/compare.ts'
import { canTransliterate } from '../../formats/text/transliterate.ts'
import { matchTemplates } from '../../vision/face/match-templates.ts'
import { OPERATING_POINT } from '../../vision/operating-point.ts'
import { announcedAgreement } from './announced.ts'
import { nameAgreement } from './factors/cross-check.ts'
import type { Proof, StatedName } from './proof.ts'

/** Two proofs of a session, and where they agree and differ about the person. */
export interface ComparedPair {
  between: [Proof, Proof]
  agreeing: string[]
  differing: string[]
}

/** Compares every proof with every other. */
export const compareProofs = (proofs: readonly Proof[]): ComparedPair[] =>
  proofs.flatMap((one, at) => proofs.slice(at + 1).map((other) => comparePair(one, other)))

export function comparePair(one: Proof, other: Proof): ComparedPair {
  const compared = COMPARED.flatMap(({ what, agree }) => {
    const agrees = agree(one, other)
    return agrees === undefined ? [] : [{ what, agrees }]
  })
  const named = (wanted: boolean) => compared.filter(({ agrees }) => agrees === wanted).map(({ what }) => what)
  return { between: [one, other], agreeing: named(true), differing: named(false) }
}

/** The form in which it is kept and shown. */
export const inWords = ({ between: [one, other], differing }: ComparedPair) => ({
  between: `${one.name} and the ${other.name}`,
  differing,
})

/** What is compared, and whether it agrees; undefined if one of the two does not state it. */
const COMPARED: readonly { what: string; agree(one: Proof, other: Proof): boolean | undefined }[] = [
  { what: 'surname', agree: (one, other) => namesAgree(one, other, 'surname') },
  { what: 'given names', agree: (one, other) => namesAgree(one, other, 'givenNames') },
  { what: 'name', agree: wholeNamesAgree },
  {
    what: 'date of birth',
    agree: (one, other) =>
      one.dateOfBirth && other.dateOfBirth
        ? distance(one.dateOfBirth, other.dateOfBirth, { kind: 'date' }) === 0
        : undefined,
  },
  {
    what: 'document number',
    agree({ numbers: one }, { numbers: other }) {
      if (!one || !other || one.of !== other.of) return undefined
      return one.values.some((value) => other.values.some((each) => plainNumber(each) === plainNumber(value)))
    },
  },
  {
    what: 'portrait',
    agree(one, other) {
      const likeness = one.portrait && other.portrait && matchTemplates(one.portrait, other.portrait)
      return likeness && likeness.score > OPERATING_POINT
    },
  },
]

function namesAgree(one: Proof, other: Proof, part: 'surname' | 'givenNames'): boolean | undefined {
  const [a, b] = [one[part], other[part]]
  if (a && b) return anyAgree(a, b, ruleFor(one, other))
  // An announced person has separate names; a document may have the name in one line.
  const [announced, line] = one.thing === 'form' ? [a, other.wholeName] : [b, one.wholeName]
  const isAnnounced = one.thing === 'form' || other.thing === 'form'
  return isAnnounced && announced && line ? anyAgree(announced, line, isAmong) : undefined
}

/** Applies if one of the two has the name only in one line; issuers write its parts in either order. */
function wholeNamesAgree(one: Proof, other: Proof): boolean | undefined {
  if (one.thing === 'form' || other.thing === 'form') return undefined
  if ((one.surname && other.surname) || (one.givenNames && other.givenNames)) return undefined
  const [a, b] = [lineOf(one), lineOf(other)]
  return a && b && anyAgree(a, b, ruleFor(one, other))
}

function lineOf({ wholeName, surname, givenNames }: Proof): StatedName | undefined {
  if (wholeName) return wholeName
  if (!surname || !givenNames) return undefined
  return {
    spellings: surname.spellings.flatMap((last) =>
      givenNames.spellings.flatMap((first) => [`${last} ${first}`, `${first} ${last}`]),
    ),
    isCut: givenNames.isCut ?? false,
  }
}

type NameRule = (apart: number, one: string, other: string) => boolean

/**
 * Uses the limits of the cross checks: text read from a picture may have one letter in five misread, and an announced
 * part must be among the stated ones. Names that two issuers signed must be the same.
 */
const ruleFor = (one: Proof, other: Proof): NameRule => {
  if (one.thing === 'form') return isAmong
  if (other.thing === 'form') return (apart, a, b) => isAmong(apart, b, a)
  return one.isSigned && other.isSigned ? isSame : isNear
}

const isSame: NameRule = (apart) => apart === 0
const LEAST_NEAR = 80
const isNear: NameRule = (apart, one, other) => nameAgreement(apart, one, other) > LEAST_NEAR
/** HIGH of applicantIntegrity. */
const LEAST_ANNOUNCED = 85
const isAmong: NameRule = (_, announced, stated) => announcedAgreement(announced, stated) > LEAST_ANNOUNCED

function anyAgree(one: StatedName, other: StatedName, rule: NameRule): boolean | undefined {
  const pairs = one.spellings
    .flatMap((a) => other.spellings.map((b) => [a, b] as const))
    .filter(([a, b]) => canTransliterate(a) && canTransliterate(b))
  if (!pairs.length) return undefined
  return pairs.some(([a, b]) => {
    const apart = Math.min(
      one.isCut ? distance(b, a, { kind: 'name', truncated: true }) : Number.POSITIVE_INFINITY,
      distance(a, b, { kind: 'name', truncated: other.isCut ?? false }),
    )
    return rule(apart, a, b)
  })
}
