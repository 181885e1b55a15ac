import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alphabetOf, followBestPath } from '../../../src/vision/text/decode-ctc.ts'

const ALPHABET = alphabetOf('A\nL\n \nА\nЖ\nR\n')

/** A CTC output whose best classes are the given ones, each with its probability. */
function path(...steps: [best: number, probability: number][]): Float32Array {
  return Float32Array.from(
    steps.flatMap(([best, p]) =>
      ALPHABET.letters.map((_, c) => (c === best ? p : (1 - p) / (ALPHABET.letters.length - 1))),
    ),
  )
}

/** A CTC output with the probabilities of the given classes; the rest is the blank's. */
const steps = (...frames: Record<number, number>[]): Float32Array =>
  Float32Array.from(
    frames.flatMap((frame) => {
      const given = Object.values(frame).reduce((sum, p) => sum + p, 0)
      return ALPHABET.letters.map((_, c) => frame[c] ?? (c === 0 ? 1 - given : 0))
    }),
  )

describe('what else was considered for a character', () => {
  const othersOf = (...frames: Record<number, number>[]) =>
    followBestPath(steps(...frames), ALPHABET).others?.map((each) =>
      each.map(({ text, probability }) => [text, Number(probability.toFixed(2))]),
    )

  it('is another character, or none, if it is probable enough', () => {
    assert.deepEqual(othersOf({ 2: 0.99 }, { 6: 0.6, 2: 0.3 }), [[], [['L', 0.3]]])
    assert.deepEqual(othersOf({ 2: 0.99 }, { 6: 0.6 }), [[], [['', 0.4]]])
    assert.equal(othersOf({ 2: 0.99 }, { 6: 0.75, 2: 0.15 }), undefined)
  })

  it('is also a character between two', () => {
    assert.deepEqual(othersOf({ 2: 0.99 }, { 6: 0.4 }, { 1: 0.99 }), [[['LR', 0.4]], []])
    assert.deepEqual(othersOf({ 6: 0.3 }, { 2: 0.99 }), [[['RL', 0.3]]])
  })

  it('is not the beginning or end of the character itself', () => {
    assert.equal(othersOf({ 2: 0.4 }, { 2: 0.99 }, { 2: 0.4 }), undefined)
  })

  it('is one letter if it looks the same in two scripts, in the script of the line', () => {
    assert.deepEqual(othersOf({ 2: 0.99 }, { 6: 0.55, 1: 0.12, 4: 0.2 }), [[], [['A', 0.32]]])
  })
})

describe('the best path through a CTC output', () => {
  it('merges repeats and keeps twins that a blank parts', () => {
    const { text } = followBestPath(path([1, 0.9], [1, 0.8], [2, 0.9], [0, 0.9], [2, 0.9]), ALPHABET)
    assert.equal(text, 'ALL')
  })

  it('gives each character the best of its probabilities', () => {
    const { probabilities, confidence } = followBestPath(path([1, 0.5], [1, 0.75], [2, 1]), ALPHABET)
    assert.deepEqual(
      probabilities.map((p) => p.toFixed(2)),
      ['0.79', '1.00'],
    )
    assert.equal(confidence.toFixed(2), '0.90')
  })

  it('drops spaces at the ends together with their probabilities', () => {
    const read = followBestPath(path([3, 0.9], [1, 0.5], [3, 0.9], [2, 0.5], [3, 0.9]), ALPHABET)
    assert.equal(read.text, 'A L')
    assert.equal(read.probabilities.length, 3)
  })

  it('counts look-alikes of two scripts as one letter', () => {
    const torn = Float32Array.from([0.3, 0.34, 0, 0, 0.36, 0, 0])
    const { text, probabilities } = followBestPath(Float32Array.from([...torn, ...path([2, 1])]), ALPHABET)
    assert.equal(text, 'AL')
    assert.ok((probabilities[0] ?? 0) > 0.69)
  })

  it('writes a word in the script that most supports, and the next in its own', () => {
    const doubtful = Float32Array.from([0, 0, 0, 0, 0, 0.5, 0.45])
    const scores = [...path([2, 1]), ...doubtful, ...path([1, 1], [3, 1], [5, 1], [4, 1])]
    assert.equal(followBestPath(Float32Array.from(scores), ALPHABET).text, 'LRA ЖА')
  })

  it('reads nothing out of blanks, without confidence', () => {
    assert.deepEqual(followBestPath(path([0, 1], [0, 1]), ALPHABET), {
      text: '',
      confidence: 0,
      probabilities: [],
      places: [],
    })
  })
})
