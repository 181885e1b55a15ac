import { readFileSync } from 'node:fs'
import type { DocumentType } from '../../../src/domain/vocabulary.ts'

/** An issuer of documents in its own script: what they are called, and how it writes names, dates and numbers. */
export interface Issuer {
  code: string
  script: string
  language: string
  /** A language in which every label is repeated. */
  second?: string
  name: string
  latinName?: string
  /** As Intl names it; Gregorian when absent. */
  calendar?: string
  /** The figures of dates and numbers, as Intl names them; ours when absent. */
  digits?: string
  /** How a date is written: d, m, y and what is between, or a form of its own. */
  date: string
  /** The name in one line, or surname and given names apart. */
  names: 'whole' | 'parted'
  documents: Partial<Record<DocumentType, IssuedDocument>>
}

interface IssuedDocument {
  title: string
  latinTitle?: string
  /** A for a letter, 9 for a digit. */
  number: string
  /** It bears no name of its country. */
  unnamed?: true
}

/** What is printed in a language, and names that nobody bears. */
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

/** Every second issuer: nothing is mended by what is read of their documents. */
export const isLeftOut = ({ code }: Issuer): boolean => issuers.findIndex((each) => each.code === code) % 2 === 1

/** Written from right to left. */
export const runsRightToLeft = ({ script }: Issuer): boolean => script === 'Arabic' || script === 'Hebrew'
