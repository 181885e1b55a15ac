import type { VisualFieldName } from '../../formats/document-words.ts'
import { comparable } from '../../formats/text/compare.ts'
import type { Session } from '../session/session.ts'

/** Shorter words would find everybody. */
const SHORTEST_WORD = 3
/** A longer prefix identifies one person or none, so more characters make no difference. */
const LONGEST_BEGINNING = 12
/** The number of words that find one session: it keeps a document full of misread names from filling the table. */
const MOST_WORDS = 24

const NAMES: readonly VisualFieldName[] = [
  'surname',
  'second_surname',
  'given_name',
  'middle_name',
  'surname_and_given_names',
]
const NUMBERS: readonly VisualFieldName[] = ['document_number', 'personal_number']

/**
 * The words that find a session: the caller's reference, the person's names, the numbers of the document or the
 * credential.
 */
export function searchWords({
  request,
  document,
  credential,
}: Pick<Session, 'request' | 'document' | 'credential'>): string[] {
  const { externalId = '', applicantForm } = request
  const pages = document?.pages ?? []
  const printed = (names: readonly VisualFieldName[]) =>
    pages.flatMap(({ visual }) => visual.filter(({ name }) => names.includes(name)).map(({ value }) => value))
  const encoded = pages.flatMap(({ mrz }) => (mrz ? [mrz.fields] : []))
  const shown = credential?.claims ?? {}
  const whole = [
    externalId,
    ...printed(NUMBERS),
    ...encoded.map((fields) => fields.document_number ?? ''),
    shown.document_number ?? '',
  ]
  const names = [
    externalId,
    applicantForm?.firstName ?? '',
    applicantForm?.lastName ?? '',
    ...printed(NAMES),
    ...encoded.flatMap((fields) => [fields.primary_identifier ?? '', fields.secondary_identifier ?? '']),
    shown.family_name ?? '',
    shown.given_name ?? '',
  ]
  const words = [...whole, ...names.flatMap(split)].flatMap(formsOf)
  return [...new Set(words)].filter(({ length }) => length >= SHORTEST_WORD).slice(0, MOST_WORDS)
}

/** What is stored of a word: each of its prefixes, and its end. */
export const marksOf = (word: string): string[] => [
  ...Array.from({ length: Math.min(word.length, LONGEST_BEGINNING) - SHORTEST_WORD + 1 }, (_, at) =>
    word.slice(0, SHORTEST_WORD + at),
  ),
  `=${word}`,
]

/**
 * A parsed search: for every word, any of these marks. A text in quotation marks is the whole word. Undefined if a word
 * is too short to search for.
 */
export function readQuery(text: string): string[][] | undefined {
  const quoted = /^"(.*)"$/.exec(text.trim())?.[1]
  const words = quoted === undefined ? split(text) : [quoted]
  const wanted = words.map((word) => formsOf(word).filter(({ length }) => length >= SHORTEST_WORD))
  if (!wanted.length || wanted.some((forms) => !forms.length)) return undefined
  return wanted.map((forms) =>
    forms.map((form) => (quoted === undefined ? form.slice(0, LONGEST_BEGINNING) : `=${form}`)),
  )
}

/** With and without ICAO 9303's transliteration: MÜLLER is found as MUELLER and as MULLER. */
const formsOf = (text: string): string[] => [
  ...new Set([comparable(text), comparable(text.normalize('NFD').replace(/\p{M}/gu, ''))]),
]

const split = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
