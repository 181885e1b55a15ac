import { sexOf } from '../../text/compare.ts'
import type { Contradiction } from '../contradiction.ts'
import type { IdentityDocument } from '../document.ts'
import { checkOf, isSure, mrzOf, visualField } from '../view.ts'
import { type NumberOnDocument, numbersOn } from './numbers-on.ts'
import { addsUp } from './read-number.ts'

/**
 * Numbers of the document that were never issued, or that were issued to somebody else: their check digits, and the birth
 * and the sex they state against what the document states. Never certain: registers correct a birth and leave the number.
 */
export function numberContradictions(document: IdentityDocument): Contradiction[] {
  return numbersOn(document).flatMap((number) => {
    if (!addsUp(number.statement)) {
      const reason = `The number (${number.statement.rule.name}) does not add up: its check digit or its date is wrong.`
      return [{ code: 'PERSONAL_NUMBER_INVALID', certainty: 'doubtful', reason } as const]
    }
    // A number of somebody else differs in both as often as not; that is one fact, not two.
    return anotherBirth(document, number) ?? anotherSex(document, number) ?? []
  })
}

function anotherBirth(document: IdentityDocument, number: NumberOnDocument): Contradiction[] | undefined {
  const { statement, sure } = number
  const births = birthsOf(document)
  if (!statement.births || births.length === 0) return undefined
  if (births.some((birth) => statement.births?.some((stated) => isSameBirth(birth, stated)))) return undefined

  const proven = statement.check === 'valid' && sure && births.some((birth) => birth.sure)
  const nominal = statement.rule.birth?.nominal !== undefined
  const reason = `The number (${statement.rule.name}) is that of somebody born on another day.`
  return [{ code: 'PERSONAL_NUMBER_BIRTH', certainty: proven && !nominal ? 'strong' : 'doubtful', reason }]
}

function anotherSex(document: IdentityDocument, { statement }: NumberOnDocument): Contradiction[] | undefined {
  const stated = sexesOf(document)
  if (!statement.sex || stated.length === 0 || stated.includes(statement.sex)) return undefined

  const reason = `The number (${statement.rule.name}) is that of somebody of the other sex.`
  return [{ code: 'PERSONAL_NUMBER_SEX', certainty: 'doubtful', reason }]
}

interface Birth {
  value: string
  sure: boolean
  /** The MRZ states two digits of the year. */
  shortYear: boolean
}

/** Births under a check digit or surely read: of a number that agrees with either, the cross-checks say the rest. */
function birthsOf(document: IdentityDocument): Birth[] {
  const mrz = mrzOf(document)
  const printed = visualField(document, 'date_of_birth')
  return [
    ...(mrz?.dateOfBirth && checkOf(mrz, 'date_of_birth')
      ? [{ value: mrz.dateOfBirth, sure: !mrz.repaired, shortYear: true }]
      : []),
    ...(printed?.date && isSure(printed) ? [{ value: printed.date, sure: true, shortYear: false }] : []),
  ]
}

/** The number may state a month alone. */
function isSameBirth({ value, shortYear }: Birth, stated: string): boolean {
  const from = shortYear ? 2 : 0
  return value.slice(from, stated.length) === stated.slice(from)
}

function sexesOf(document: IdentityDocument): ('M' | 'F')[] {
  const mrz = mrzOf(document)
  const printed = visualField(document, 'sex')
  const texts = [
    mrz && isSure(mrz) ? mrz.fields.sex : undefined,
    printed && isSure(printed) ? printed.value : undefined,
  ]
  return texts.flatMap((text) => {
    const sex = text === undefined ? undefined : sexOf(text)
    return sex === 'M' || sex === 'F' ? [sex] : []
  })
}
