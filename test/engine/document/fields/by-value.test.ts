import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byValue } from '../../../../src/engine/document/fields/by-value.ts'
import { toSpan } from '../../../../src/engine/document/fields/candidate.ts'

const found = (...texts: string[]) => {
  const spans = texts.map((text, i) =>
    toSpan(
      {
        text,
        confidence: 0.98,
        probabilities: Array.from(text, () => 0.98),
        box: { x: 100, y: 60 * i, width: 200, height: 30 },
      },
      i,
    ),
  )
  const candidates = byValue(spans, { order: 'DMY', today: '2026-11-18' })
  return Object.fromEntries(candidates.map(({ name, value }) => [name, value]))
}

describe('a value says by itself what it is', () => {
  it('two dates that are whole years apart are issue and expiry', () => {
    const dates = { date_of_issue: '13.04.2009', date_of_expiry: '13.04.2019' }
    assert.deepEqual(found('20.11.1991', '13.04.2009', '13.04.2019'), dates)
    assert.deepEqual(found('13.04.2009', '12.04.2019'), { ...dates, date_of_expiry: '12.04.2019' })
  })

  it('a date ahead of us is of expiry', () => {
    assert.deepEqual(found('20.11.1991', '03.02.2019', '01.07.2031'), { date_of_expiry: '01.07.2031' })
  })

  it('nothing is said of other dates, nor where two pairs could be meant', () => {
    assert.deepEqual(found('20.11.1991', '03.02.2019'), {})
    assert.deepEqual(found('13.04.2004', '13.04.2009', '13.04.2019'), {})
  })

  it('a letter that stands alone is the sex, and two are not', () => {
    assert.deepEqual(found('NOBODY', 'F'), { sex: 'F' })
    assert.deepEqual(found('K/F'), { sex: 'K/F' })
    assert.deepEqual(found('F', 'M'), {})
  })
})
