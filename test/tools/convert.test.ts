import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openNets } from '../../src/engine/nets/runtime.ts'

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
function pattern(seed: number): Float32Array {
  const mean = [122.782, 117.001, 104.298]
  const data = new Float32Array(3 * 112 * 112)
  let state = (seed * 2654435761) >>> 0
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const [x, y, c] = [Math.floor(i / 3) % 112, Math.floor(i / 336), i % 3]
    const value = Math.floor(128 + 80 * Math.sin((x * seed + y * 2 + c * 40) / 17) + (state >>> 27))
    data[c * 12544 + y * 112 + x] = (value - (mean[c] as number)) / 255
  }
  return data
}
