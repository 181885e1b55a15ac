import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinParts } from '../../../../src/vision/document/print/mixed-line.ts'

/** A line of which each word stands where it is said to, with the probability of its letters. */
function line(...words: [text: string, from: number, to: number, probability: number][]) {
  const text = words.map(([word]) => word).join(' ')
  const places = words.flatMap(([word, from, to], i) => [
    ...(i > 0 ? [from - 0.02] : []),
    ...Array.from(word, (_, at) => from + ((to - from) * at) / Math.max(1, word.length - 1)),
  ])
  const probabilities = words.flatMap(([word, , , chance], i) => [
    ...(i > 0 ? [1] : []),
    ...Array.from(word, () => chance),
  ])
  return { text, confidence: 0.8, probabilities, places, box: { x: 0, y: 0, width: 100, height: 10 } }
}

describe('a line in two scripts', () => {
  it('has the label by the one reader and the value by the other', () => {
    const joined = joinParts(
      line(['생년월일', 0.05, 0.28, 0.9], ['1.03', 0.45, 0.94, 0.64]),
      line(['44199', 0.04, 0.28, 0.4], ['1971.10.13', 0.45, 0.95, 0.99]),
    )
    assert.equal(joined.text, '생년월일 1971.10.13')
    assert.equal(joined.probabilities.length, joined.text.length)
    assert.equal(joined.probabilities.at(-1), 0.99)
    assert.ok(joined.confidence > 0.9)
  })

  it('has both labels and both names, each by its reader, and one stroke between them', () => {
    const other = line(
      ['নাম/', 0.01, 0.09, 0.89],
      ['Nme', 0.12, 0.22, 0.73],
      ['উদাহরণ', 0.29, 0.4, 0.9],
      ['ZINNIASPE', 0.57, 0.96, 0.7],
    )
    const usual = line(
      ['Rta', 0.02, 0.06, 0.3],
      ['/', 0.11, 0.11, 1],
      ['Name', 0.13, 0.22, 1],
      ['Getedtet', 0.29, 0.42, 0.5],
      ['ZINNIA', 0.57, 0.72, 1],
      ['SPECIMEN', 0.76, 0.97, 1],
    )
    assert.equal(joinParts(other, usual).text, 'নাম / Name উদাহরণ ZINNIA SPECIMEN')
  })

  it('writes look-alikes in the script of their own part', () => {
    const other = line(['नाम', 0.05, 0.2, 0.9], ['CITIASPECEN', 0.4, 0.95, 0.6])
    const usual = line(['ЖШ', 0.05, 0.2, 0.4], ['FICTITIA', 0.4, 0.6, 1], ['ЅРЕСІМЕN', 0.65, 0.95, 1])
    assert.equal(joinParts(other, usual).text, 'नाम FICTITIA SPECIMEN')
  })

  it('has our figures first in sight and last in reading where it runs from right to left', () => {
    const other = line(['تاريخ', 0.8, 0.95, 0.9], ['16/1', 0.05, 0.3, 0.6])
    const usual = line(['16/01/1989', 0.04, 0.4, 0.99], ['al', 0.8, 0.95, 0.4])
    assert.equal(joinParts(other, usual).text, 'تاريخ 16/01/1989')
  })

  it('stays as it is where nothing is read surely by the usual reader, or only a mark', () => {
    const other = line(['생년월일', 0.05, 0.28, 0.9], ['1.03', 0.45, 0.94, 0.64])
    assert.equal(joinParts(other, line(['1971.10.13', 0.45, 0.95, 0.6])), other)
    assert.equal(joinParts(other, line(['/', 0.35, 0.35, 1])), other)
  })

  it('stays as it is in Chinese characters', () => {
    const other = line(['2034年8月27日', 0.1, 0.9, 0.8])
    assert.equal(joinParts(other, line(['20344831278', 0.1, 0.9, 0.95])), other)
  })

  it('keeps figures of the other script that look like ours', () => {
    const other = line(['১৪২৪', 0.1, 0.9, 0.8])
    assert.equal(joinParts(other, line(['1828', 0.1, 0.9, 0.95])), other)
  })
})
