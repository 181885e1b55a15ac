import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinDates } from '../../../../src/vision/document/print/join-dates.ts'

const line = (text: string, x: number, width: number, y = 100, height = 25) => ({
  text,
  confidence: 0.95,
  probabilities: Array.from(text, () => 0.95),
  places: Array.from(text, (_, i) => (i + 0.5) / text.length),
  box: { x, y, width, height },
})
const textsOf = (lines: Parameters<typeof joinDates>[0]) => joinDates(lines).map(({ text }) => text)

describe('a date that was found in several lines', () => {
  it('is one line, in its words in order', () => {
    const [joined, other] = joinDates([line('56', 578, 41), line('23 APR /APR', 381, 191), line('179 CM', 825, 103)])
    assert.equal(other?.text, '179 CM')
    assert.equal(joined?.text, '23 APR /APR 56')
    assert.equal(joined?.probabilities.length, joined?.text.length)
    assert.equal(joined?.places?.length, joined?.text.length)
    assert.deepEqual(joined?.box, { x: 381, y: 100, width: 238, height: 25 })
    assert.deepEqual(textsOf([line('APR', 428, 57), line('/APR', 481, 91), line('20', 580, 41), line('15', 382, 54)]), [
      '15 APR /APR 20',
    ])
    assert.deepEqual(textsOf([line('01', 100, 30), line('02', 140, 30), line('1980', 180, 60)]), ['01 02 1980'])
  })

  it('is joined with nothing that is another column, another row, of another size, or no date', () => {
    const far = [line('23 APR /APR', 381, 191), line('56', 620, 41)]
    assert.deepEqual(textsOf(far), ['23 APR /APR', '56'])
    assert.deepEqual(textsOf([line('23 APR', 381, 100), line('56', 490, 41, 115)]), ['23 APR', '56'])
    assert.deepEqual(textsOf([line('23 APR', 381, 100), line('56', 490, 61, 92, 40)]), ['23 APR', '56'])
    assert.deepEqual(textsOf([line('3', 381, 20), line('NEVERWAS', 410, 160)]), ['3', 'NEVERWAS'])
    assert.deepEqual(textsOf([line('01.02.1980', 381, 200), line('56', 590, 41)]), ['01.02.1980', '56'])
  })
})
