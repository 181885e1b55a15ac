import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { random } from '../../../packages/specimen/src/random.ts'
import { openKernels } from '../../../src/apps/hosted-page/corners/kernels.ts'
import { wasm } from '../../../src/vision/picture/web-assembly.ts'

const codeOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../src/apps/hosted-page/corners/${name}.wasm`, import.meta.url))).buffer

const [INPUT, WEIGHTS, BIAS, ROWS, OUTPUT] = [1024, 100_000, 200_000, 210_000, 300_000]

for (const name of ['kernels', 'kernels-fused']) {
  describe(`the layers of the corner net by ${name}.wasm`, () => {
    const memory = new wasm.Memory({ initial: 16, maximum: 16 })
    const code = codeOf(name)
    const kernels = openKernels({ fused: code, plain: code }, memory)
    const source = random(name)
    const fill = (at: number, count: number) => {
      const values = new Float32Array(memory.buffer, at, count)
      for (let i = 0; i < count; i++) values[i] = source.between(-1, 1)
      return values
    }
    const output = (count: number) => new Float32Array(memory.buffer, OUTPUT, count)
    const near = (found: number | undefined, expected: number, what: string) =>
      assert.ok(Math.abs((found ?? Number.NaN) - expected) < 1e-4, `${what}: ${found}, ${expected}`)

    it('mix as plain loops do, also where pixels and outputs are no multiple of a block', () => {
      for (const [pixels, inputs, outputs] of [
        [4, 4, 4],
        [7, 12, 20],
        [9, 16, 8],
      ] as const) {
        const [input, weights, bias] = [
          fill(INPUT, pixels * inputs),
          fill(WEIGHTS, inputs * outputs),
          fill(BIAS, outputs),
        ]
        const call = { input: INPUT, pixels, inputs, weights: WEIGHTS, bias: BIAS, outputs, output: OUTPUT, floor: 0 }
        kernels.mix(call)
        const found = output(pixels * outputs).slice()
        for (let pixel = 0; pixel < pixels; pixel++) {
          for (let out = 0; out < outputs; out++) {
            const block = out - (out % 8)
            const size = outputs - block >= 8 ? 8 : 4
            let sum = bias[out] as number
            for (let i = 0; i < inputs; i++)
              sum +=
                (input[pixel * inputs + i] as number) * (weights[block * inputs + i * size + (out - block)] as number)
            near(found[pixel * outputs + out], Math.max(0, sum), `${pixels} ${inputs} ${outputs}: ${pixel}, ${out}`)
          }
        }
      }
    })

    for (const side of [3, 5] as const) {
      it(`spread over ${side} × ${side} as plain loops do`, () => {
        const [width, channels] = [5, 8]
        for (const step of [1, 2]) {
          const length = (width * step + side) * channels
          const rows = Array.from({ length: side }, (_, y) => fill(INPUT + 4 * y * length, length))
          new Uint32Array(memory.buffer, ROWS, side).set(rows.map((_, y) => INPUT + 4 * y * length))
          const [weights, bias] = [fill(WEIGHTS, side * side * channels), fill(BIAS, channels)]
          kernels[`spread${side}`](ROWS, step, width, channels, WEIGHTS, BIAS, OUTPUT)
          const found = output(width * channels).slice()
          for (let pixel = 0; pixel < width; pixel++) {
            for (let channel = 0; channel < channels; channel++) {
              let sum = bias[channel] as number
              for (const [y, row] of rows.entries()) {
                for (let x = 0; x < side; x++) {
                  const tap = (channel - (channel % 4)) * side * side + (y * side + x) * 4 + (channel % 4)
                  sum += (row[(pixel * step + x) * channels + channel] as number) * (weights[tap] as number)
                }
              }
              near(found[pixel * channels + channel], Math.max(0, sum), `step ${step}: ${pixel}, ${channel}`)
            }
          }
        }
      })
    }

    it('add as plain loops do', () => {
      const [to, from] = [fill(OUTPUT, 24), fill(INPUT, 24)]
      const expected = to.map((value, i) => value + (from[i] as number))
      kernels.plus(OUTPUT, INPUT, 24)
      assert.deepEqual(output(24), expected)
    })
  })
}
