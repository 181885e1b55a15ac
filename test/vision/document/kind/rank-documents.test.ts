import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { classify } from '../../../../src/vision/document/kind/classify.ts'
import { traitsOf } from '../../../../src/vision/document/kind/rank-documents.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()

const page = (...texts: string[]): TextLine[] =>
  texts.map((text, i) => ({
    text,
    confidence: 0.95,
    probabilities: Array.from(text, () => 0.95),
    box: { x: 100, y: 60 + 60 * i, width: 20 * text.length, height: 36 },
  }))

const countries = (...texts: string[]) => traitsOf(catalogue, page(...texts)).countries

describe('what shows a country without naming it', () => {
  it('is a script that one country alone writes', () => {
    assert.equal(countries('მოქალაქის პირადობის').get('GEO'), 0.6)
    assert.equal(countries('おおさか', 'カード').get('JPN'), 0.6)
    assert.equal(countries('РЕСПУБЛИКА').size, 0)
  })

  it('is a count of years', () => {
    assert.ok((countries('昭和46年2月11日').get('JPN') ?? 0) > (countries('昭和46年2月11日').get('CHN') ?? 0))
    assert.ok((countries('民國85年6月1日').get('TWN') ?? 0) > (countries('民國85年6月1日').get('JPN') ?? 0))
  })

  it('is a number that adds up, next to print of that country', () => {
    const alone = traitsOf(catalogue, page('301234567810'))
    assert.equal(alone.countries.get('JPN'), undefined)
    const printed = traitsOf(catalogue, page('住所東京都', '301234567810'))
    assert.ok((printed.countries.get('JPN') ?? 0) > 0.4)
    assert.equal(printed.documents.get('JPN DRIVER_LICENSE'), 0.4)
    assert.equal(traitsOf(catalogue, page('住所東京都', '301234567820')).documents.size, 0)
  })
})

describe('a card that names nobody', () => {
  const size = { width: 1200, height: 757 }

  it('is known by its number, its years and its labels', () => {
    const lines = page('氏名 日本太郎', '昭和46年2月11日生', '住所 東京都千代田区', '交付', '301234567810')
    const kind = classify(catalogue, { lines, size, portrait: true })
    assert.deepEqual([kind?.country, kind?.type, kind?.side], ['JPN', 'DRIVER_LICENSE', 'FRONT'])
  })

  it('stays unknown where only its script is known', () => {
    const lines = page('住所東京都', '第301234567820号')
    assert.equal(classify(catalogue, { lines, size, portrait: true }), undefined)
  })
})
