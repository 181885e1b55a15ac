import type { DocumentType } from '../../vocabulary.ts'

/** How an issuer builds a number that says more than it seems: its form, its check, and what it states of its holder. */
export interface NumberRule {
  name: string
  /** ISO 3166 alpha-3 of those that print it. */
  issuers: readonly string[]
  /** Capitals, digits and the signs + and - where they mean something; the parts that mean something have names. */
  form: RegExp
  /** Absent where the issuer has none, or has not published it. */
  check?: NumberCheck
  birth?: StatedBirth
  sex?: StatedSex
  /** The documents whose own number this is; elsewhere it is a personal number in addition to the document's. */
  asDocumentNumber?: readonly DocumentType[]
  /** Whether the optional data of the MRZ hold it. */
  inMrz?: boolean
  /** Law or page of the issuer. */
  source: string
}

/** The named parts of a number. A part that its form leaves out is an empty text. */
export type Parts = (name: string) => string

export interface NumberCheck {
  /** For people: how it is reckoned. */
  says: string
  agrees(number: string, part: Parts): boolean
  /** Why numbers are issued that do not agree, where they are. */
  notBinding?: string
}

interface StatedBirth {
  says: string
  /**
   * The days, or months where it states no day, that the number may mean: several where it leaves the century open, none
   * where there is no such day. Undefined where this number states no birth.
   */
  births(part: Parts, number: string): string[] | undefined
  /** Why the register lets it differ from the holder's birth, where it does. */
  nominal?: string
}

interface StatedSex {
  says: string
  sex(part: Parts): 'M' | 'F' | undefined
}
