import { readTflite } from './tflite.mjs'

/**
 * The short-range face detector of MediaPipe (BlazeFace) as the hosted page reads it: the half-precision weights of its
 * layers in the order of the file, each kernel before its bias.
 */
export function convertFacePoints(bytes) {
  const { tensors } = readTflite(bytes)
  const layers = tensors.filter(({ name, bytes: weights }) => weights.length > 0 && /\/(Kernel|Bias)$/.test(name))
  const odd = layers.find(({ type }) => type !== 'float16')
  if (odd) throw new Error(`${odd.name}: ${odd.type} weights are not read here`)
  return Buffer.concat(layers.map(({ bytes: weights }) => weights))
}
