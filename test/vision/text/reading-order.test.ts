import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inReadingOrder } from '../../../src/vision/text/reading-order.ts'

const line = (text: string) => ({ text, confidence: 1, probabilities: [...text].map((_, i) => i / 100) })
const reversed = (text: string) => [...text].reverse().join('')

describe('the order of reading', () => {
  it('turns a line of Hebrew or Arabic round', () => {
    assert.equal(inReadingOrder(line(reversed('תעודת זהות'))).text, 'תעודת זהות')
    assert.equal(inReadingOrder(line(reversed('بطاقة الهوية'))).text, 'بطاقة الهوية')
  })

  it('leaves numbers and Latin words in it as they stand', () => {
    assert.equal(inReadingOrder(line(`12/07/1445 ${reversed('تاريخ')}`)).text, 'تاريخ 12/07/1445')
    assert.equal(inReadingOrder(line(`۱۳۶۵/۰۴/۱۲ ${reversed('تولد')}`)).text, 'تولد ۱۳۶۵/۰۴/۱۲')
    assert.equal(inReadingOrder(line(`AB ${reversed('שם')}`)).text, 'שם AB')
  })

  it('keeps each probability with its letter', () => {
    const { text, probabilities } = inReadingOrder(line('12 גבא'))
    assert.equal(text, 'אבג 12')
    assert.deepEqual(probabilities, [0.05, 0.04, 0.03, 0.02, 0, 0.01])
  })

  it('does not touch other lines', () => {
    const given = line('РОССИЯ 12')
    assert.equal(inReadingOrder(given), given)
    assert.equal(inReadingOrder(line('۱۲۳')).text, '۱۲۳')
  })
})
