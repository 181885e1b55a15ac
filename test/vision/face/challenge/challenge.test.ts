import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DRAW_SECONDS, drawMoves, isOver, isTurn, SEQUENCES } from '../../../../src/vision/face/challenge/challenge.ts'

describe('a draw', () => {
  it('is one of thirty-four sequences, each with a turn and no move twice in a row', () => {
    assert.equal(SEQUENCES.length, 34)
    assert.equal(new Set(SEQUENCES.map(String)).size, 34)
    for (const moves of SEQUENCES) {
      assert.ok(moves.some(isTurn))
      assert.ok(moves.every((move, at) => move !== moves[at - 1]))
    }
  })

  it('takes each of them for some random number, and nothing but whole numbers', () => {
    const drawn = Array.from({ length: 34 }, (_, random) => String(drawMoves(random)))
    assert.equal(new Set(drawn).size, 34)
    assert.throws(() => drawMoves(0.5))
  })

  it('is over after two minutes', () => {
    const draw = { id: 'a', moves: drawMoves(3), drawnAt: '2026-01-05T12:00:00.000Z' }
    const after = (seconds: number) => new Date(Date.parse(draw.drawnAt) + seconds * 1000)
    assert.equal(isOver(draw, after(DRAW_SECONDS)), false)
    assert.equal(isOver(draw, after(DRAW_SECONDS + 1)), true)
  })
})
