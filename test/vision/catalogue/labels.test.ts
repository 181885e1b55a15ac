import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MONTH_NAMES } from '../../../src/formats/text/month-names.ts'
import { openCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import type { Span } from '../../../src/vision/document/fields/candidate.ts'
import { findLabels } from '../../../src/vision/document/fields/find-labels.ts'
import { fold } from '../../../src/vision/text/fold.ts'
import { PRINTED } from './printed-labels.ts'

const { models, countries, labels } = openCatalogue()

/** Two values under one label. */
const TOGETHER = ['date_of_birth place_of_birth', 'date_of_expiry date_of_issue', 'date_of_issue place_of_issue']

const spanOf = (text: string): Span => ({
  text,
  probabilities: [...text].map(() => 1),
  box: { x: 0, y: 0, width: 10 * text.length, height: 20 },
  source: '0',
  line: 0,
  start: 0,
})

/** The labels in this line, in the languages of a document of this country. */
const labelsIn = (text: string, country: string) => {
  const own = countries.find(({ code }) => code === country)?.languages ?? []
  return findLabels([spanOf(text)], labels, [...new Set([...own, 'en', 'fr'])]).labels
}

/** The fields whose labels stand in it without an error. */
const fieldsIn = (text: string, country: string): string[] =>
  labelsIn(text, country)
    .filter(({ likeness }) => likeness === 1)
    .map(({ name }) => name)

describe('a label', () => {
  it('announces one field in its language, unless two values stand under it', () => {
    const twice = Object.entries(labels).flatMap(([language, fields]) => {
      const entries = Object.entries(fields).flatMap(([field, texts]) => (texts ?? []).map((text) => ({ field, text })))
      return [
        ...Map.groupBy(entries, ({ text }) =>
          text
            .normalize('NFKC')
            .replaceAll(/[^\p{L}\p{N}]/gu, '')
            .toUpperCase(),
        ),
      ]
        .map(([text, found]) => ({ text, fields: [...new Set(found.map(({ field }) => field))].sort().join(' ') }))
        .filter(({ fields }) => fields.includes(' ') && !TOGETHER.includes(fields))
        .map(({ text, fields }) => `${language} ${text}: ${fields}`)
    })
    assert.deepEqual(twice, [])
  })

  it('is found as documents of a hundred and twenty issuers print it, and announces nothing else', () => {
    const wrong = Object.entries(PRINTED).flatMap(([country, lines]) =>
      lines.flatMap(([line, fields]) => {
        const found = [...new Set(labelsIn(line, country).map(({ name }) => name))].sort().join(' ') || 'none'
        return found === fields ? [] : `${country} ${line}: ${found}, not ${fields}`
      }),
    )
    assert.deepEqual(wrong, [])
  })

  it('is no name of a month or of a country', () => {
    const months = MONTH_NAMES.flat().map(fold)
    const named = countries.flatMap(({ code, names, languages }) => {
      const words = new Set([...names.map(fold), ...months])
      const texts = [...languages, 'en', 'fr'].flatMap((language) => Object.values(labels[language] ?? {}).flat())
      return texts.filter((text) => words.has(fold(text))).map((text) => `${code} ${text}`)
    })
    assert.deepEqual(named, [])
  })

  it('does not stand in the title of a document, unless the title says what the number is called', () => {
    const taken = models.flatMap(({ country, titles }) =>
      titles.flatMap((title) => fieldsIn(title, country).map((field) => `${title}: ${field}`)),
    )
    assert.deepEqual([...new Set(taken)].sort(), TITLES_WITH_LABELS.toSorted())
  })
})

/** Their values have another form than the rest of the title: a number, a country or an address. */
const TITLES_WITH_LABELS: readonly string[] = [
  'BIOMETRIC RESIDENCE PERMIT: address',
  'CARTÃO DE RESIDÊNCIA: address',
  'CITIZENSHIP CERTIFICATE: nationality',
  'DNI ELECTRÓNICO: personal_number',
  'DOCUMENTO DE IDENTIFICAÇÃO E RESIDÊNCIA PARA ESTRANGEIROS: address',
  'IDENTITY CARD NO.: document_number',
  'INDANGAMUNTU: personal_number',
  'LICENCIA DE CONDUCIR TIPO: document_class_code',
  'NATIONAL IDENTIFICATION NUMBER SLIP: personal_number',
  'NATIONALITY IDENTITY CARD: nationality',
  'NIN SLIP: personal_number',
  'PASPORT: document_number',
  'PERMANENT RESIDENCE CARD: address',
  'PERMANENT RESIDENCE PERMIT: address',
  'PERMIS DE RÉSIDENCE: address',
  'RESIDENCE CARD: address',
  'RESIDENCE PERMIT: address',
  'TEMPORARY RESIDENCE PERMIT: address',
  'TÍTULO DE RESIDÊNCIA: address',
  'ПАСПОРТ ГРОМАДЯНИНА УКРАЇНИ: document_number',
  'ПАСПОРТ: document_number',
  'ПРОЇЗНИЙ ДОКУМЕНТ: document_number',
  '個人番号カード: personal_number',
]
