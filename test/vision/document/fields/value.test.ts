import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asValue } from '../../../../src/vision/document/fields/value.ts'

const at = { x: 0, y: 0, width: 100, height: 10 }
const classOf = (text: string) =>
  asValue(
    'document_class_code',
    { text, probabilities: [...text].map(() => 1), box: at as never, source: 'line', line: 0, start: 0 },
    1,
    'label',
    { order: 'DMY', today: '2025-01-01' },
  )?.value

describe('the categories of a licence', () => {
  it('are one or more, each of one or two letters with a digit and an E', () => {
    for (const text of ['B', 'BE', 'AM/A1/B', 'A B', 'C1,C1E,D1E', 'BE;CE', 'AM, b1', 'P', 'DE'])
      assert.equal(classOf(text), text)
    assert.equal(classOf('P<'), 'P')
    assert.equal(classOf('PASSPORT  PN'), 'PN')
    for (const text of ['', 'C1E', 'ABCD/', 'B/', '1B', 'AM/ABCD', 'A1EE/B'])
      assert.equal(classOf(text), undefined, text)
  })

  it('are read in linear time when they are many and end otherwise', () => {
    const began = performance.now()
    assert.equal(classOf(`${'BE '.repeat(1_000)}!`), undefined)
    assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`)
  })
})

describe('a printed date', () => {
  const dateOf = (text: string, monthSign?: '月' | '월') =>
    asValue(
      'date_of_issue',
      { text, probabilities: [...text].map(() => 1), box: at as never, source: 'line', line: 0, start: 0 },
      1,
      'label',
      { order: 'DMY', today: '2025-01-01', monthSign },
    )?.value

  it('gets back a separator or the slash between the names of its month, and loses a space that was not printed', () => {
    assert.equal(dateOf('22-02- 2017'), '22-02-2017')
    assert.equal(dateOf('2000. 1. 1'), '2000. 1. 1')
    assert.equal(dateOf('01 JAN TJAN 85'), '01 JAN /JAN 85')
    assert.equal(dateOf('03 MAR/MARS 2023'), '03 MAR/MARS 2023')
  })

  it('gets back the sign of the month where the number and the name agree', () => {
    assert.equal(dateOf('06 2H/FEB 2012', '月'), '06 2月/FEB 2012')
    assert.equal(dateOf('17 1B/JAN 2019', '월'), '17 1월/JAN 2019')
    assert.equal(dateOf('06 3H/FEB 2012', '月'), undefined)
  })
})
