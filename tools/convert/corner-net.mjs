import { readFileSync } from 'node:fs'
import { readOnnx } from './read-onnx.mjs'

/** The code that runs the net, compiled from kernels.c: with relaxed SIMD, and for browsers without it. */
const KERNELS = ['kernels-fused.wasm', 'kernels.wasm']

/**
 * The kernels and the weights of models/corners.onnx as the hosted page reads them (src/apps/hosted-page/corners), in the order of
 * the operators: pointwise convolutions in eight bits with a scale for each output, depthwise convolutions and the
 * coordinate planes in half precision, biases and norms unchanged.
 */
export function convertCornerNet(bytes) {
  const { nodes, constants } = readOnnx(bytes)
  // Weights are stored in half precision and converted by a separate operator.
  const widened = new Map(nodes.filter(({ op }) => op === 'Cast').map(({ inputs, outputs }) => [outputs[0], inputs[0]]))
  const constantOf = (name) => constants.get(widened.get(name) ?? name)
  const weightsOf = ({ inputs }) =>
    inputs.map(constantOf).filter((constant) => constant?.values && constant.dims.length > 0)
  const weights = nodes.filter(({ op }) => writers[op]).flatMap((node) => writers[node.op](weightsOf(node)))
  return Buffer.concat([...KERNELS.flatMap(withLength), ...weights])
}

function withLength(name) {
  const code = readFileSync(new URL(`../../src/apps/hosted-page/corners/${name}`, import.meta.url))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(code.length)
  return [length, code]
}

const writers = {
  Conv: ([kernel, bias]) => [kernel.dims[2] === 1 ? inBytes(kernel) : inHalves(kernel.values), asTheyAre(bias.values)],
  Gemm: ([weights, bias]) => [inBytes(weights), asTheyAre(bias.values)],
  MatMul: ([weights]) => (weights ? [inBytes(transposed(weights))] : []),
  LayerNormalization: ([scale, shift]) => [asTheyAre(scale.values), asTheyAre(shift.values)],
  // A bias, or the code of the coordinate planes.
  Add: ([added]) => (added ? [added.dims.length > 1 ? inHalves(added.values) : asTheyAre(added.values)] : []),
}

function transposed({ dims: [inputs, outputs], values }) {
  return {
    dims: [outputs, inputs],
    values: Float32Array.from(values, (_, at) => values[(at % inputs) * outputs + Math.floor(at / inputs)]),
  }
}

/** For each output its inputs, scaled to −127 … 127 by the largest of them. */
function inBytes({ dims: [outputs], values }) {
  const inputs = values.length / outputs
  const scales = Array.from({ length: outputs }, (_, output) => {
    const row = values.subarray(output * inputs, (output + 1) * inputs)
    return row.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127
  })
  const bytes = Int8Array.from(values, (value, at) => Math.round(value / (scales[Math.floor(at / inputs)] || 1)))
  return Buffer.concat([asTheyAre(scales), Buffer.from(bytes.buffer)])
}

function asTheyAre(values) {
  const bytes = Buffer.alloc(values.length * 4)
  for (let at = 0; at < values.length; at += 1) bytes.writeFloatLE(values[at], at * 4)
  return bytes
}

function inHalves(values) {
  const bytes = Buffer.alloc(values.length * 2)
  for (let at = 0; at < values.length; at += 1) bytes.writeUInt16LE(toHalf(values[at]), at * 2)
  return bytes
}

/** The nearest number in half precision; numbers that are too small become 0. */
function toHalf(value) {
  const sign = value < 0 ? 0x8000 : 0
  const size = Math.abs(value)
  if (size < 2 ** -24) return sign
  const exponent = Math.max(-14, Math.floor(Math.log2(size)))
  const fraction = Math.round((size / 2 ** exponent) * 1024)
  // A fraction that is rounded up to the next power of two carries into the exponent automatically.
  return sign + (exponent === -14 && fraction < 1024 ? fraction : (exponent + 15) * 1024 + fraction - 1024)
}
