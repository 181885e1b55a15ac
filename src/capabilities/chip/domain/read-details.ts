import { childrenOf, type Element } from '../../../asn1/element.ts'
import { latinText, text } from '../../../asn1/values.ts'
import { openGroup } from './data-group.ts'

/** What DG11 says about the holder beyond the MRZ. */
export interface ChipHolder {
  fullName?: string
  personalNumber?: string
  /** ISO 8601. */
  dateOfBirth?: string
  placeOfBirth?: string
  address?: string
}

/** What DG12 says about the document. */
export interface ChipDocument {
  issuingAuthority?: string
  /** ISO 8601. */
  dateOfIssue?: string
}

export function readDg11(bytes: Uint8Array): ChipHolder {
  const found = fieldsOf(11, bytes)
  return {
    ...named('fullName', words(found.get(0x5f0e))),
    ...named('personalNumber', words(found.get(0x5f10))),
    ...named('dateOfBirth', day(found.get(0x5f2b))),
    ...named('placeOfBirth', words(found.get(0x5f11))),
    ...named('address', words(found.get(0x5f42))),
  }
}

export function readDg12(bytes: Uint8Array): ChipDocument {
  const found = fieldsOf(12, bytes)
  return {
    ...named('issuingAuthority', words(found.get(0x5f19))),
    ...named('dateOfIssue', day(found.get(0x5f26))),
  }
}

function fieldsOf(number: number, bytes: Uint8Array): Map<number, Element> {
  return new Map(childrenOf(openGroup(number, bytes)).map((element) => [element.tag, element]))
}

const named = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>

/** Parts are separated by a filler. */
const words = (element: Element | undefined) =>
  (element && text(element).replace(/<+/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 500)) || undefined

/** Eight digits as text, or four bytes with two digits each. */
function day(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const { content } = element
  const digits =
    content.length === 4
      ? Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('')
      : latinText(content)
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(digits)
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined
}
