import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openNets } from '../../src/vision/nets/runtime.ts'

/**
 * Outputs of face-api's own AgeGenderNet under the TensorFlow.js CPU backend, for the inputs that `pattern` draws.
 */
const REFERENCE = [
  { seed: 1, age: 27.175426483154297, gender: [2.457227945327759, -1.466854453086853] },
  { seed: 2, age: 27.5908260345459, gender: [2.2075819969177246, -1.4808069467544556] },
  { seed: 3, age: 24.22395896911621, gender: [1.9486950635910034, -2.24361252784729] },
]

describe('the converted age and gender model', () => {
  for (const { seed, age, gender } of REFERENCE) {
    it(`gives what the original gives for pattern ${seed}`, async () => {
      const model = await openNets().get('face-age')
      const outputs = await model.run({ input: { data: pattern(seed), dims: [1, 3, 112, 112] } })
      close(outputs.age?.data, [age])
      close(outputs.gender?.data, gender)
    })
  }
})

/**
 * The first numbers and the length of what the package's own operators give, calculated plainly one after the other with
 * the channels last and the leaky units spelt out, as the file has them.
 */
const FACE_REFERENCE = [
  { seed: 1, numbers: [0.11967474, 0.70051885, 0.36411351, -0.29626876], length: 22.7301881 },
  { seed: 2, numbers: [-0.04919248, 0.65255445, 0.3918274, -0.21447213], length: 23.1609287 },
]

describe('the converted second recogniser', () => {
  for (const { seed, numbers, length } of FACE_REFERENCE) {
    it(`gives what the original gives for pattern ${seed}`, async () => {
      const model = await openNets().get('face-embed-second')
      const data = pattern(seed, [127.5, 127.5, 127.5], 128)
      const { output } = await model.run({ input: { data, dims: [1, 3, 112, 112] } })
      assert.equal(output?.data.length, 192)
      close(output?.data.subarray(0, 4), numbers)
      close(Float32Array.of(Math.hypot(...(output?.data ?? []))), [length])
    })
  }
})

function close(found: Float32Array | undefined, expected: number[]): void {
  assert.equal(found?.length, expected.length)
  for (const [i, value] of expected.entries()) {
    assert.ok(
      Math.abs((found?.[i] as number) - value) < 1e-4 * Math.max(1, Math.abs(value)),
      `${found?.[i]} for ${value}`,
    )
  }
}

/** Waves with a little noise, from a linear congruential generator, normalised as models.json says. */
function pattern(seed: number, mean = [122.782, 117.001, 104.298], std = 255): Float32Array {
  const data = new Float32Array(3 * 112 * 112)
  let state = (seed * 2654435761) >>> 0
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const [x, y, c] = [Math.floor(i / 3) % 112, Math.floor(i / 336), i % 3]
    const value = Math.floor(128 + 80 * Math.sin((x * seed + y * 2 + c * 40) / 17) + (state >>> 27))
    data[c * 12544 + y * 112 + x] = (value - (mean[c] as number)) / std
  }
  return data
}
