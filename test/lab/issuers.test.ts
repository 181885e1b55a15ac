import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawIssued } from '../../lab/issuers/draw-issuer.ts'
import { type Issuer, isLeftOut, issuers, languageOf } from '../../lab/issuers/issuers.ts'
import { inDigits, writeDate } from '../../lab/issuers/write-date.ts'
import type { DocumentType } from '../../src/formats/document-words.ts'
import { countryOf } from '../../src/formats/text/countries.ts'

const issuerOf = (code: string): Issuer => issuers.find((each) => each.code === code) as Issuer

describe('the table of issuers', () => {
  it('has at least 40 issuers in 12 scripts, each once, with labels and names in its language', () => {
    assert.ok(issuers.length >= 40)
    assert.ok(new Set(issuers.map(({ script }) => script)).size >= 12)
    assert.equal(new Set(issuers.map(({ code }) => code)).size, issuers.length)
    for (const { code, language, second, documents } of issuers) {
      assert.ok(countryOf(code), code)
      for (const each of [language, ...(second ? [second] : [])]) assert.ok(languageOf(each).surnames.length > 1, each)
      assert.ok(Object.keys(documents).length > 0, code)
    }
  })

  it('leaves out about half of them', () => {
    const share = issuers.filter(isLeftOut).length / issuers.length
    assert.ok(share > 0.45 && share < 0.55)
  })
})

describe('a date as its issuer prints it', () => {
  it('counts by the issuer’s calendar, in its figures', () => {
    assert.equal(writeDate('1987-09-06', issuerOf('THA')), '6 ก.ย. 2530')
    assert.equal(writeDate('1998-11-28', issuerOf('SAU')), '١٤١٩/٠٨/٠٩')
    assert.equal(writeDate('2021-03-21', issuerOf('IRN')), '۱۴۰۰/۰۱/۰۱')
    assert.equal(writeDate('2019-05-01', issuerOf('JPN')), '令和1年5月1日')
    assert.equal(writeDate('1990-02-03', issuerOf('TWN')), '民國79年2月3日')
    assert.equal(writeDate('1960-01-06', issuerOf('KHM')), '០៦.០១.១៩៦០')
    assert.equal(writeDate('1960-01-06', issuerOf('UKR')), '06 01 1960')
  })

  it('leaves letters as they are', () => {
    assert.equal(inDigits('AB12', 'arab'), 'AB١٢')
    assert.equal(inDigits('AB12', undefined), 'AB12')
  })
})

describe('a drawn card of an issuer', () => {
  it('is the size of a card, and the same for the same seed', async () => {
    const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    const draw = (type: DocumentType) =>
      drawIssued(issuerOf('MNG'), type, { portrait: { picture }, today: '2026-06-15', seed: 'test' })
    const [one, again, other] = [await draw('IDENTITY_CARD'), await draw('IDENTITY_CARD'), await draw('DRIVER_LICENSE')]
    const { width = 0, height = 1 } = await sharp(one.front).metadata()
    assert.ok(Math.abs(width / height - 85.6 / 53.98) < 0.01)
    assert.deepEqual(Buffer.compare(one.front, again.front), 0)
    assert.ok(one.fields.some(({ name, printed }) => name === 'personal_number' && /^\d{8}$/.test(printed[0] ?? '')))
    assert.ok(other.fields.some(({ name, date }) => name === 'date_of_issue' && date))
    for (const { printed } of other.fields) assert.ok(printed.every((text) => text.length > 0))
  })

  it('is refused where the issuer has none', async () => {
    const asked = { portrait: { picture: new Uint8Array() }, today: '2026-06-15', seed: 'test' }
    await assert.rejects(drawIssued(issuerOf('RUS'), 'IDENTITY_CARD', asked), /issues no/)
  })
})
