import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Value } from 'typebox/value'
import { countryOf } from '../../../src/formats/text/countries.ts'
import { openCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import { Alphabets, CountryList, DocumentFile, Labels, Titles } from '../../../src/vision/catalogue/schema.ts'

const FOLDER = new URL('../../../src/vision/catalogue/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as unknown
const files = readdirSync(new URL('documents/', FOLDER))

describe('the catalogue', () => {
  it('has the form that its schema gives it', () => {
    for (const [name, schema] of [
      ['countries.json', CountryList],
      ['labels.json', Labels],
      ['alphabets.json', Alphabets],
      ['titles.json', Titles],
    ] as const) {
      assert.deepEqual([...Value.Errors(schema, read(name))], [], name)
    }
    for (const name of files) assert.deepEqual([...Value.Errors(DocumentFile, read(`documents/${name}`))], [], name)
  })

  it('keeps every document under its country, once, its releases in order', () => {
    const { models } = openCatalogue()
    const ids = models.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const { id, country, type, releases = [] } of models) {
      assert.ok(id.startsWith(`${country}-${type}`), id)
      assert.deepEqual(releases, releases.toSorted(), id)
    }
  })

  it('knows only countries and languages that there are', () => {
    const { countries, labels, titles } = openCatalogue()
    for (const { code, languages } of countries) {
      assert.ok(countryOf(code), code)
      for (const language of languages) assert.ok(labels[language], `${code}: no labels in ${language}`)
    }
    for (const byLanguage of Object.values(titles)) {
      for (const language of Object.keys(byLanguage)) assert.ok(labels[language], language)
    }
  })

  it('names a source where it says that only some properties are unverified', () => {
    const { models } = openCatalogue()
    const claimed = models.filter(({ source, unverified }) => Array.isArray(unverified) && !source)
    assert.deepEqual(claimed, [])
    // These say themselves that there is nothing to compare with.
    const none = models.filter(({ source, unverified }) => source?.startsWith('no public') && unverified !== true)
    assert.deepEqual(none, [])
  })

  it('covers passports, identity cards and driving licences of the countries the product names', () => {
    const { models } = openCatalogue()
    const has = (country: string, type: string) => models.some((m) => m.country === country && m.type === type)
    const all =
      'AUT BEL BGR HRV CYP CZE EST FIN FRA DEU GRC HUN ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE NOR CHE UKR SRB ALB MDA TUR AZE'
    for (const country of all.split(' ')) {
      for (const type of ['PASSPORT', 'IDENTITY_CARD', 'DRIVER_LICENSE'])
        assert.ok(has(country, type), `${country} ${type}`)
    }
    // These issue no identity card.
    for (const country of ['DNK', 'IRL', 'GBR']) {
      for (const type of ['PASSPORT', 'DRIVER_LICENSE']) assert.ok(has(country, type), `${country} ${type}`)
    }
  })
})
