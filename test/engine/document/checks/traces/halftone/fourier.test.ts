import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../../../../lab/specimen/random.ts'
import { transformSquare } from '../../../../../../src/engine/document/checks/traces/halftone/fourier.ts'
import { CELL, TILE, WAVE, withRoom } from '../../../../../../src/engine/document/checks/traces/halftone/kernel.ts'

describe('the kernel of the halftone', () => {
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

  it('measures each grating in each cell as the formula does', () => {
    const source = random('cells')
    const [columns, gratings] = [3, 2]
    const [width, height] = [columns * CELL + 2, CELL + 2]
    const pixels = Uint8Array.from({ length: 3 * width * height }, () => source.whole(0, 255))
    const frequencies = Array.from({ length: gratings }, () => [source.between(-0.5, 0.5), source.between(0, 0.5)])
    const eight = (of: (turn: number) => number, frequency: number) =>
      Array.from({ length: CELL }, (_, i) => of(-2 * Math.PI * frequency * i))
    const waves = frequencies.flatMap(([across = 0, down = 0]) => [
      ...eight(Math.cos, down),
      ...eight(Math.sin, down),
      ...eight(Math.cos, across),
      ...eight(Math.sin, across),
    ])
    assert.equal(4 * waves.length, WAVE * gratings)

    const to = 4 * waves.length
    const from = to + 8 * columns * gratings
    const kernel = withRoom(from + pixels.length + 16)
    new Float32Array(kernel.memory.buffer, 0, waves.length).set(waves)
    new Uint8Array(kernel.memory.buffer, from, pixels.length).set(pixels)
    kernel.addCells(from + 1, 3 * width, columns, 0, gratings, to)
    const found = new Float32Array(kernel.memory.buffer, to, 2 * columns * gratings)

    const green = (x: number, y: number) => pixels[3 * ((y + 1) * width + x + 1) + 1] as number
    const detail = (x: number, y: number) =>
      4 * green(x, y) - green(x - 1, y) - green(x + 1, y) - green(x, y - 1) - green(x, y + 1)
    for (const [k, [across = 0, down = 0]] of frequencies.entries()) {
      for (let column = 0; column < columns; column++) {
        let re = 0
        let im = 0
        for (let y = 0; y < CELL; y++) {
          for (let x = 0; x < CELL; x++) {
            const turn = -2 * Math.PI * (across * x + down * y)
            re += detail(column * CELL + x, y) * Math.cos(turn)
            im += detail(column * CELL + x, y) * Math.sin(turn)
          }
        }
        const [real, imaginary] = [found[2 * k * columns + column] ?? 0, found[(2 * k + 1) * columns + column] ?? 0]
        assert.ok(Math.hypot(real - re, imaginary - im) < 0.05, `${k}, ${column}: ${real} ${re}, ${imaginary} ${im}`)
      }
    }
  })
})
