import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HijriYear } from '../../../../src/formats/text/dates.ts'
import { findDate } from '../../../../src/vision/document/fields/printed-date.ts'

const found = (text: string, hijri?: HijriYear) => findDate(text, 'birth', '2026-11-01', 'DMY', hijri)

describe('a printed date', () => {
  it('is found in the figures of other scripts, and kept as printed', () => {
    assert.deepEqual(found('تاريخ ١٢/٠٧/١٩٨٥'), { date: '1985-07-12', text: '١٢/٠٧/١٩٨٥' })
    assert.equal(found('०३.०४.१९९९')?.date, '1999-04-03')
    assert.equal(found('২০০১-১২-৩১')?.date, '2001-12-31')
  })

  it('is found with the name of its month first, or between strokes', () => {
    assert.deepEqual(found('MARCH 08, 1990'), { date: '1990-03-08', text: 'MARCH 08, 1990' })
    assert.deepEqual(found('19-DIC-1978'), { date: '1978-12-19', text: '19-DIC-1978' })
    assert.equal(found('STREET 08, 1990'), undefined)
  })

  it('is understood by the years of the Buddha, of Japanese eras and of the republic of 1911', () => {
    assert.equal(found('วันเกิด 29/02/2567')?.date, '2024-02-29')
    assert.deepEqual(found('平成 11年12月31日生'), { date: '1999-12-31', text: '平成 11年12月31日' })
    assert.equal(found('令和元年5月1日')?.date, '2019-05-01')
    assert.equal(found('民國75年6月4日')?.date, '1986-06-04')
    assert.equal(found('1990年1月2日')?.date, '1990-01-02')
  })

  it('is not given where a year of the Hijra could be of the moon or of the sun', () => {
    assert.equal(found('۱۳۶۵/۰۴/۱۲'), undefined)
    assert.equal(found('1445/07/12'), undefined)
  })

  it('is understood by the year of the Hijra that its issuer counts by', () => {
    assert.deepEqual(found('١٤٤٥/٠٩/٠١', 'UMM_AL_QURA'), { date: '2024-03-11', text: '١٤٤٥/٠٩/٠١' })
    assert.equal(found('1/9/1445', 'UMM_AL_QURA')?.date, '2024-03-11')
    assert.equal(found('۱۴۰۳/۰۱/۰۱', 'SOLAR')?.date, '2024-03-20')
    assert.equal(found('1370/12/30', 'SOLAR')?.date, '1992-03-20')
    assert.equal(found('1371/12/30', 'SOLAR'), undefined)
  })

  it('is given for a year marked as of the moon only where both calendars have the same day', () => {
    assert.equal(found('1445/09/01 هـ')?.date, '2024-03-11')
    assert.equal(found('01/09/1445H')?.date, '2024-03-11')
    assert.equal(found('1443/01/01 هـ'), undefined)
    assert.equal(found('1443/01/01 هـ', 'UMM_AL_QURA')?.date, '2021-08-09')
    assert.equal(found('1445/13/01 هـ'), undefined)
    assert.equal(found('1340/01/01 هـ', 'UMM_AL_QURA'), undefined)
  })

  it('is found with the name of a Hijri month, which says the calendar', () => {
    assert.deepEqual(found('١ رمضان ١٤٤٥ هـ', 'UMM_AL_QURA'), { date: '2024-03-11', text: '١ رمضان ١٤٤٥' })
    assert.equal(found('1 Ramadan 1445')?.date, '2024-03-11')
    assert.equal(found('۱ فروردین ۱۳۷۰', 'SOLAR')?.date, '1991-03-21')
    assert.equal(found('1 Hamal 1370')?.date, '1991-03-21')
    assert.equal(found('1 Rue de Rivoli 1445'), undefined)
    assert.equal(found('30 Ramadan 1450', 'UMM_AL_QURA'), undefined)
  })

  it('is not given for a birth that would lie ahead', () => {
    assert.equal(found('1450/01/01', 'UMM_AL_QURA'), undefined)
    assert.equal(findDate('1450/01/01', 'expiry', '2026-11-01', 'DMY', 'UMM_AL_QURA')?.date, '2028-05-25')
  })

  it('is not given for a day that an era does not have', () => {
    assert.equal(found('平成11年13月31日'), undefined)
  })

  it('is found with its month as a number and a name, after a word for of, with an ordinal, or with the year first', () => {
    assert.deepEqual(found('06 2月/FEB 2012'), { date: '2012-02-06', text: '06 2月/FEB 2012' })
    assert.equal(found('19 5월/MAY 1988')?.date, '1988-05-19')
    assert.equal(found('06 3月/FEB 2012'), undefined)
    assert.equal(found('25 de setembro de 2015')?.date, '2015-09-25')
    assert.equal(found('15 DE ENERO DEL 1990')?.date, '1990-01-15')
    assert.equal(found('12th January, 1990')?.date, '1990-01-12')
    assert.equal(found('1990-JAN-12')?.date, '1990-01-12')
    assert.equal(found('11/DIC/1978')?.date, '1978-12-11')
    assert.equal(found('Ngày 05 tháng 01 năm 1990')?.date, '1990-01-05')
  })

  it('is found with the name of its month in further languages', () => {
    for (const text of ['05 Ogos 1990', '05 Agustus 1990', '05 Agosti 1990', '05 тамыз 1990', '05 жніўня 1990'])
      assert.equal(found(text)?.date, '1990-08-05', text)
    assert.equal(found('12 Oktubre 1990')?.date, '1990-10-12')
    assert.equal(found('12 września 1990')?.date, '1990-09-12')
  })

  it('is found between fullwidth signs, and with the year of an era in brackets or in short', () => {
    assert.deepEqual(found('１９８５．０１．０２'), { date: '1985-01-02', text: '１９８５．０１．０２' })
    assert.equal(found('2025年（令和07年）06月01日まで有効')?.date, '2025-06-01')
    assert.equal(found('S61.5.1')?.date, '1986-05-01')
    assert.equal(found('民國75/06/04')?.date, '1986-06-04')
  })

  it('is the second of the two dates of a validity for the expiry, and the first for anything else', () => {
    const validity = (text: string, kind: 'issue' | 'expiry') => findDate(text, kind, '2026-11-01')
    assert.deepEqual(validity('2010.01.01-2020.01.01', 'expiry'), { date: '2020-01-01', text: '2020.01.01' })
    assert.deepEqual(validity('2010.01.01-2020.01.01', 'issue'), { date: '2010-01-01', text: '2010.01.01' })
    assert.deepEqual(validity('01.01.2010 – 01.01.2020', 'expiry'), { date: '2020-01-01', text: '01.01.2020' })
    assert.equal(validity('01 FEB 2010 - 01 FEB 2020', 'expiry')?.date, '2020-02-01')
    assert.equal(validity('2015.06.01-长期', 'issue')?.date, '2015-06-01')
    assert.equal(validity('2015.06.01-长期', 'expiry'), undefined)
  })
})
