import { numbersOf, readFields } from '../../src/vision/nets/protobuf.ts'

/** Reads the operators and the constants of an ONNX model; field numbers are those of onnx.proto. */
export function readOnnx(bytes) {
  const graph = only(readFields(bytes), 7)
  const parts = readFields(graph)
  return {
    nodes: all(parts, 1).map((node) => {
      const fields = readFields(node)
      return { op: textOf(only(fields, 4)), inputs: all(fields, 1).map(textOf), outputs: all(fields, 2).map(textOf) }
    }),
    constants: new Map(all(parts, 5).map(tensorOf)),
  }
}

const FLOAT = 1
const HALF = 10

function tensorOf(bytes) {
  const fields = readFields(bytes)
  const dims = fields.filter(({ number }) => number === 1).flatMap(numbersOf)
  const [type] = fields.filter(({ number }) => number === 2).flatMap(numbersOf)
  const [inside] = all(fields, 9)
  const raw = inside && Buffer.from(inside.buffer, inside.byteOffset, inside.length)
  const name = textOf(only(fields, 8))
  if (!raw || (type !== FLOAT && type !== HALF)) return [name, { dims, values: undefined }]
  const values =
    type === FLOAT
      ? Float32Array.from({ length: raw.length / 4 }, (_, at) => raw.readFloatLE(at * 4))
      : Float32Array.from({ length: raw.length / 2 }, (_, at) => fromHalf(raw.readUInt16LE(at * 2)))
  return [name, { dims, values }]
}

const all = (fields, wanted) => fields.filter(({ number }) => number === wanted).map(({ value }) => value)

function only(fields, wanted) {
  const [value] = all(fields, wanted)
  if (value === undefined) throw new Error(`the model lacks field ${wanted}`)
  return value
}

const textOf = (bytes) => Buffer.from(bytes).toString('utf8')

function fromHalf(half) {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 0x1f
  const fraction = half & 0x3ff
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
