import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { passageDistance } from '../../../src/vision/text/fold.ts'
import { letterPairs, linesWith, MASK_LINES, pairsOf } from '../../../src/vision/text/letter-pairs.ts'

const letters = fc.string({ unit: fc.constantFrom(...'ABCĐЖ國0'), maxLength: 40 })

test('no line is missed in which few enough letters of the word differ', () => {
  const cases = fc.record({
    lines: fc.array(letters, { minLength: 1, maxLength: 70 }),
    word: letters,
    most: fc.nat(12),
  })
  fc.assert(
    fc.property(cases, ({ lines, word, most }) => {
      const pairs = letterPairs(lines)
      for (const [at, line] of lines.entries()) {
        if (passageDistance(line, word) > most) continue
        const bits = linesWith(pairs, pairsOf(word), most, Math.floor(at / MASK_LINES))
        assert.ok(bits & (1 << (at % MASK_LINES)), `${word} in ${line}`)
      }
    }),
  )
})

test('a line without any part of the word is left out', () => {
  const pairs = letterPairs(['REPUBLIKAOSTERREICH', 'FUHRERSCHEIN'])
  assert.equal(linesWith(pairs, pairsOf('OSTERREICH'), 2, 0), 0b01)
  assert.equal(linesWith(pairs, pairsOf('FUHRERSCHE1N'), 1, 0), 0b10)
})
