/**
 * Reads the weights of a TensorFlow.js model: a manifest that lists names, shapes and quantisation,
 * and the bytes of its shards one after the other. Name → { shape, values }.
 */
export function readWeights(manifest, bytes) {
  const weights = new Map()
  let at = 0
  for (const { weights: entries } of manifest) {
    for (const { name, shape, dtype, quantization } of entries) {
      const length = shape.reduce((product, dim) => product * dim, 1)
      const values = new Float32Array(length)
      if (quantization?.dtype === 'uint8') {
        for (let i = 0; i < length; i++) values[i] = bytes[at + i] * quantization.scale + quantization.min
        at += length
      } else if (!quantization && dtype === 'float32') {
        for (let i = 0; i < length; i++) values[i] = bytes.readFloatLE(at + i * 4)
        at += length * 4
      } else throw new Error(`${name}: ${quantization?.dtype ?? dtype} weights are not read here`)
      weights.set(name, { shape, values })
    }
  }
  if (at !== bytes.length) throw new Error(`the manifest accounts for ${at} of ${bytes.length} bytes`)
  return weights
}
