import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { addsUp, type NumberStatement, readNumber } from '../../../formats/personal-numbers/read-number.ts'
import { sexOf } from '../../../formats/text/compare.ts'
import type { IdentityDocument } from './document.ts'
import { documentNumberOf } from './document-number.ts'
import { checkOf, isSure, mrzOf, visualField } from './view.ts'

/**
 * Numbers of the document that were never issued, or that belong to somebody else: their check digits, and whether
 * their birth and sex agree with the document. Never certain, because registers correct a birth and keep the number.
 */
export function numberContradictions(document: IdentityDocument): Contradiction[] {
  return numbersOn(document).flatMap((number) => {
    if (!addsUp(number.statement)) {
      const reason = `The number (${number.statement.rule.name}) does not add up: its check digit or its date is wrong.`
      return [{ code: 'PERSONAL_NUMBER_INVALID', certainty: 'doubtful', reason } as const]
    }
    // Somebody else's number often differs in both; that is one fact, not two.
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
  const reason = `The number (${statement.rule.name}) belongs to somebody born on another day.`
  return [{ code: 'PERSONAL_NUMBER_BIRTH', certainty: proven && !nominal ? 'strong' : 'doubtful', reason }]
}

function anotherSex(document: IdentityDocument, { statement }: NumberOnDocument): Contradiction[] | undefined {
  const stated = sexesOf(document)
  if (!statement.sex || stated.length === 0 || stated.includes(statement.sex)) return undefined

  const reason = `The number (${statement.rule.name}) belongs to somebody of the other sex.`
  return [{ code: 'PERSONAL_NUMBER_SEX', certainty: 'doubtful', reason }]
}

interface Birth {
  value: string
  sure: boolean
  /** The MRZ has a two-digit year. */
  shortYear: boolean
}

/**
 * Births under a check digit or read reliably. If a number agrees with one of them, the cross-checks report the rest.
 */
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

/** The number may contain only a month. */
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
    const sex = text === undefined ? undefined : sexOf(text, document.pages[0])
    return sex === 'M' || sex === 'F' ? [sex] : []
  })
}

/**
 * Something that a genuine document does not show. `certain` if no misreading explains it, `strong` if only a rare
 * event in the issuer's register does, otherwise `doubtful`.
 */
export interface Contradiction {
  code: ContradictionCode
  certainty: 'certain' | 'strong' | 'doubtful'
  reason: string
}

type ContradictionCode =
  | 'IMPOSSIBLE_DATES'
  | 'VALIDITY_TOO_LONG'
  | 'NUMBER_FORMAT'
  | 'PERSONAL_NUMBER_INVALID'
  | 'PERSONAL_NUMBER_BIRTH'
  | 'PERSONAL_NUMBER_SEX'
  | 'MRZ_BARCODE_MISMATCH'
  | 'FRONT_BACK_MISMATCH'
  | 'MRZ_TYPE_MISMATCH'
  | 'EDITED_PICTURE'

/** A number on the document in the format of one of its issuer's rules. */
interface NumberOnDocument {
  statement: NumberStatement
  /** No misreading explains it. */
  sure: boolean
}

/**
 * The personal number and, if it has a meaning, the document's own. Numbers that were not read reliably or have another
 * format are left out. The optional data of a visa are defined by its issuer.
 */
function numbersOn(document: IdentityDocument): NumberOnDocument[] {
  const front = document.pages[0]
  const { country, type } = front ?? {}
  if (!country || !type || type === 'VISA') return []
  const own = documentNumberOf(document)
  const ownStatement = own && readNumber(country, own.number, (rule) => rule.asDocumentNumber?.includes(type) ?? false)
  const personal = inOptionalData(mrzOf(document), country) ?? printed(document, country)
  return [...(personal ? [personal] : []), ...(ownStatement ? [{ statement: ownStatement, sure: true }] : [])]
}

/**
 * The MRZ's number takes precedence over the printed one, because a check digit protects it; if they differ, the
 * cross-check reports it.
 */
function inOptionalData(mrz: MrzReading | undefined, country: string): NumberOnDocument | undefined {
  const text = mrz?.fields.personal_number_or_optional_data
  if (!mrz || !text) return undefined
  const guarded = checkOf(mrz, 'personal_number_or_optional_data') ?? checkOf(mrz, 'composite') ?? false
  if (!guarded && !isSure(mrz)) return undefined

  // Only the number, the number with fillers inside, or the number next to other data.
  const statement = [text, ...text.split(' ')]
    .map((candidate) => readNumber(country, candidate, (rule) => rule.inMrz === true))
    .find((candidate) => candidate !== undefined)
  return statement && { statement, sure: guarded && !mrz.repaired }
}

function printed(document: IdentityDocument, country: string): NumberOnDocument | undefined {
  const field = visualField(document, 'personal_number')
  if (!field || !isSure(field)) return undefined
  const statement = readNumber(country, field.value)
  return statement && { statement, sure: true }
}
