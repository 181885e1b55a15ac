import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDate } from '../../../../src/engine/document/fields/printed-date.ts'

const found = (text: string) => findDate(text, 'birth', '2026-11-01')

describe('a printed date', () => {
  it('is found in the figures of other scripts, and kept as printed', () => {
    assert.deepEqual(found('تاريخ ١٢/٠٧/١٩٨٥'), { date: '1985-07-12', text: '١٢/٠٧/١٩٨٥', whole: true })
    assert.equal(found('०३.०४.१९९९')?.date, '1999-04-03')
    assert.equal(found('২০০১-১২-৩১')?.date, '2001-12-31')
  })

  it('is understood by the years of the Buddha, of Japanese eras and of the republic of 1911', () => {
    assert.equal(found('วันเกิด 29/02/2567')?.date, '2024-02-29')
    assert.deepEqual(found('平成 11年12月31日生'), { date: '1999-12-31', text: '平成 11年12月31日', whole: true })
    assert.equal(found('令和元年5月1日')?.date, '2019-05-01')
    assert.equal(found('民國75年6月4日')?.date, '1986-06-04')
    assert.equal(found('1990年1月2日')?.date, '1990-01-02')
  })

  it('is not given where a year of the Hijra could be of the moon or of the sun', () => {
    assert.equal(found('۱۳۶۵/۰۴/۱۲'), undefined)
    assert.equal(found('1445/07/12'), undefined)
  })

  it('is not given for a day that an era does not have', () => {
    assert.equal(found('平成11年13月31日'), undefined)
  })
})
