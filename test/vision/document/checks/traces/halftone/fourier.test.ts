import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../../../../packages/specimen/src/random.ts'
import { TILE, transformSquare } from '../../../../../../src/vision/document/checks/traces/halftone/find-screens.ts'

describe('the spectrum of a square', () => {
  it('transforms a square as the formula does', () => {
    const source = random('square')
    const [re, im] = [0, 1].map(() => Float32Array.from({ length: TILE * TILE }, () => source.between(-500, 500))) as [
      Float32Array,
      Float32Array,
    ]
    const [wasRe, wasIm] = [re.slice(), im.slice()]
    transformSquare(re, im)
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [37, 90],
      [127, 64],
    ] as const) {
      let x = 0
      let y = 0
      for (let at = 0; at < TILE * TILE; at++) {
        const turn = (-2 * Math.PI * ((u * (at % TILE) + v * Math.floor(at / TILE)) % TILE)) / TILE
        const [a, b] = [wasRe[at] as number, wasIm[at] as number]
        x += a * Math.cos(turn) - b * Math.sin(turn)
        y += a * Math.sin(turn) + b * Math.cos(turn)
      }
      const off = Math.hypot((re[v * TILE + u] as number) - x, (im[v * TILE + u] as number) - y)
      assert.ok(off < 0.2, `${u}, ${v}: ${off} of numbers around 37,000`)
    }
  })
})
