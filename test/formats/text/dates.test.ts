import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isoDate, longDate, printedDate, shortDate } from '../../../src/formats/text/dates.ts'
import { MONTH_NAMES } from '../../../src/formats/text/month-names.ts'

const TODAY = '2026-11-15'

describe('months', () => {
  it('are known in the languages of the world’s issuers, and an abbreviation means what it meant', () => {
    const dates = {
      '5 de setiembre de 1990': '1990-09-05',
      '05 SET 1990': '1990-09-05',
      '09 OUT 2011': '2011-10-09',
      '1. septembra 1999': '1999-09-01',
      '12 junija 2003': '2003-06-12',
      '7 rugpjūčio 2001': '2001-08-07',
      '12 MEHEFIN/JUNE 2019': '2019-06-12',
      '3 xullo 2004': '2004-07-03',
      '30 ABUZTUA 2010': '2010-08-30',
      '4 Mäerz 2012': '2012-03-04',
      '8 Oktobra 2015': '2015-10-08',
    }
    for (const [text, date] of Object.entries(dates)) assert.equal(printedDate(text, 'issue', '2026-06-15'), date, text)
  })
})

describe('printed dates', () => {
  const forms = [
    '12.03.1999',
    '12. 3. 1999.',
    '12/03/1999',
    '12-03-1999',
    '12 03 1999',
    '12.03.99',
    '1999-03-12',
    '1999.03.12.',
    '12 MAR/MARS 99',
    '12 MAR /MAR 1999',
    '12 mars 1999',
    '12-MAR-1999',
    '12MAR1999',
    '12. März 1999',
    '12 MRT/MAR 1999',
    '12 MAR/MAI/MAR 99',
    '12 márc/mar 1999',
    '12 БЕР/MAR 99',
    '12 марта 1999',
    '12 Μαρτίου 1999',
    '12 MÁR/MAR 1999',
    '12 III 1999',
    '12031999',
    '19990312',
    '١٢/٠٣/١٩٩٩',
    '۱۲ مارس ۱۹۹۹',
    '12.O3.1999',
    'l2.03.1999',
    'March 12, 1999',
  ]
  for (const form of forms) {
    it(`are understood as ${form}`, () => assert.equal(printedDate(form, 'birth', TODAY), '1999-03-12'))
  }

  it('are understood with every month name of every language, unless two languages disagree', () => {
    for (const names of MONTH_NAMES) {
      names.forEach((name, index) => {
        const date = printedDate(`12 ${name} 1999`, 'birth', TODAY)
        // Listopad and listopada are October in Croatian and November in Czech and Polish.
        if (/^listopada?$/.test(name)) assert.equal(date, undefined)
        else assert.equal(date, isoDate(1999, index + 1, 12), name)
      })
    }
  })

  it('take the second language where the first is ambiguous', () => {
    assert.equal(printedDate('12 LIS/NOV 99', 'birth', TODAY), '1999-11-12')
  })

  it('follow the order that the document uses', () => {
    assert.equal(printedDate('03/12/1999', 'birth', TODAY, 'MDY'), '1999-03-12')
    assert.equal(printedDate('99 03 12', 'birth', TODAY, 'YMD'), '1999-03-12')
    assert.equal(printedDate('03/25/1999', 'birth', TODAY), '1999-03-25')
  })

  it('are not guessed', () => {
    for (const text of ['', 'SPECIMEN', '12.03', '31.02.1999', '12 XYZ 1999', '99/99/9999', '1 2 3 4', '12 03 199']) {
      assert.equal(printedDate(text, 'birth', TODAY), undefined, text)
    }
  })
})

describe('two digits of a year', () => {
  it('are of the past for a birth and an issue', () => {
    assert.equal(shortDate('261115', 'birth', TODAY), '2026-11-15')
    assert.equal(shortDate('261116', 'birth', TODAY), '1926-11-16')
    assert.equal(shortDate('270101', 'issue', TODAY), '1927-01-01')
  })

  it('lie within fifty years for an expiry', () => {
    assert.equal(shortDate('361115', 'expiry', TODAY), '2036-11-15')
    assert.equal(shortDate('961210', 'expiry', TODAY), '1996-12-10')
  })

  it('give no date with unknown parts', () => {
    assert.equal(shortDate('74<<<<', 'birth', TODAY), undefined)
    assert.equal(shortDate('740000', 'birth', TODAY), undefined)
  })

  it('come back whatever the day', () => {
    const birth = fc.date({ min: new Date('1926-11-16'), max: new Date('2026-11-15'), noInvalidDate: true })
    fc.assert(
      fc.property(birth, (date) => {
        const iso = date.toISOString().slice(0, 10)
        assert.equal(shortDate(iso.replaceAll('-', '').slice(2), 'birth', TODAY), iso)
      }),
    )
  })
})

describe('eight digits', () => {
  it('are read in either order', () => {
    assert.equal(longDate('02281990', 'YMD'), '1990-02-28')
    assert.equal(longDate('19900228', 'MDY'), '1990-02-28')
    assert.equal(longDate('00000000', 'MDY'), undefined)
  })
})
