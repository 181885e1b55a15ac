import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countryByAlpha2,
  countryNamed,
  countryOf,
  isMrzCountry,
  mrzCountryCodes,
} from '../../../src/formats/text/countries.ts'

describe('country codes', () => {
  it('of the MRZ lead to ISO 3166 alpha-3 where there is one', () => {
    assert.equal(countryOf('D<<')?.alpha3, 'DEU')
    assert.equal(countryOf('GBN')?.alpha3, 'GBR')
    assert.equal(countryOf('UTO')?.alpha3, 'UTO')
    assert.equal(countryOf('XXA')?.name, 'Stateless person')
    assert.equal(countryOf('QQQ'), undefined)
  })

  it('are known by two letters and by English name', () => {
    assert.equal(countryByAlpha2('CH')?.alpha3, 'CHE')
    assert.equal(countryNamed('Türkiye')?.alpha3, 'TUR')
    assert.equal(countryNamed('united kingdom')?.alpha3, 'GBR')
    assert.equal(countryNamed('SK')?.alpha3, 'SVK')
  })

  it('are three characters wide in the MRZ and each its own', () => {
    const codes = mrzCountryCodes()
    assert.equal(new Set(codes).size, codes.length)
    assert.ok(codes.every((code) => /^[A-Z][A-Z<]{2}$/.test(code) && isMrzCountry(code)))
  })
})
