import type { IdentityDocument, MrzReading } from '../document.ts'
import { documentNumberOf } from '../document-number.ts'
import { checkOf, isSure, mrzOf, visualField } from '../view.ts'
import { type NumberStatement, readNumber } from './read-number.ts'

/** A number of the document that has the form of a rule of its issuer. */
export interface NumberOnDocument {
  statement: NumberStatement
  /** No misreading explains it. */
  sure: boolean
}

/**
 * The personal number and, where it is one that says something, the document's own. Numbers that were not surely read are
 * left out, as those of another form are. A visa's optional data are its issuer's own.
 */
export function numbersOn(document: IdentityDocument): NumberOnDocument[] {
  const front = document.pages[0]
  const { country, type } = front ?? {}
  if (!country || !type || type === 'VISA') return []
  const own = documentNumberOf(document)
  const ownStatement = own && readNumber(country, own.number, (rule) => rule.asDocumentNumber?.includes(type) ?? false)
  const personal = inOptionalData(mrzOf(document), country) ?? printed(document, country)
  return [...(personal ? [personal] : []), ...(ownStatement ? [{ statement: ownStatement, sure: true }] : [])]
}

/** The MRZ's wins over the printed one, because a check digit protects it; where they differ, the cross-check says so. */
function inOptionalData(mrz: MrzReading | undefined, country: string): NumberOnDocument | undefined {
  const text = mrz?.fields.personal_number_or_optional_data
  if (!mrz || !text) return undefined
  const guarded = checkOf(mrz, 'personal_number_or_optional_data') ?? checkOf(mrz, 'composite') ?? false
  if (!guarded && !isSure(mrz)) return undefined

  // The number alone, with fillers inside, or next to other data.
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
