import { readFileSync } from 'node:fs'
import type { DocumentType } from '../../src/formats/document-words.ts'

/** An issuer of documents in its own script: names of the documents, and formats of names, dates and numbers. */
export interface Issuer {
  code: string
  script: string
  language: string
  /** A language in which every label is repeated. */
  second?: string
  name: string
  latinName?: string
  /** The name in Intl; Gregorian if absent. */
  calendar?: string
  /** The digits of dates and numbers, by their name in Intl; Western digits if absent. */
  digits?: string
  /** The format of a date: d, m, y and what is between, or a special format. */
  date: string
  /** The name in one line, or surname and given names separately. */
  names: 'whole' | 'parted'
  documents: Partial<Record<DocumentType, IssuedDocument>>
}

interface IssuedDocument {
  title: string
  latinTitle?: string
  /** A for a letter, 9 for a digit. */
  number: string
  /** The card does not show the name of its country. */
  unnamed?: true
}

/** Labels in a language, and invented names. */
interface Language {
  labels: Record<LabelName, string>
  sex: Record<'M' | 'F', string>
  surnames: string[]
  men: string[]
  women: string[]
}

export type LabelName =
  | 'name'
  | 'surname'
  | 'given'
  | 'birth'
  | 'sex'
  | 'number'
  | 'personal'
  | 'issue'
  | 'expiry'
  | 'nationality'

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T

export const issuers = read<Issuer[]>('issuers.json')
const languages = read<Record<string, Language>>('languages.json')

export function languageOf(code: string): Language {
  const language = languages[code]
  if (!language) throw new Error(`there are no labels in ${code}`)
  return language
}

/** Every second issuer: nothing is fixed because of the readings of their documents. */
export const isLeftOut = ({ code }: Issuer): boolean => issuers.findIndex((each) => each.code === code) % 2 === 1

/** Written from right to left. */
export const runsRightToLeft = ({ script }: Issuer): boolean => script === 'Arabic' || script === 'Hebrew'
