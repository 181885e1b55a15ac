import { enclose, packed, whole, writeFields } from '../../src/vision/nets/protobuf.ts'

/**
 * Builds an ONNX model node by node; field numbers are those of onnx.proto (opset 13, IR version 8).
 * The same calls give the same bytes, so a converted model has a stable checksum.
 */
export function openGraph(name) {
  const nodes = []
  const weights = []
  let count = 0

  return {
    /** Adds an operator and returns the name of its output. */
    add(op, inputs, attributes = {}, output = `t${++count}`) {
      const fields = [
        ...inputs.map((input) => enclose(1, input)),
        enclose(2, output),
        enclose(3, `n${nodes.length}`),
        enclose(4, op),
        ...Object.entries(attributes).map(([key, value]) => message(5, attribute(key, value))),
      ]
      nodes.push(message(1, fields))
      return output
    },

    /** Adds a constant of 32-bit floats and returns its name. */
    weight(key, dims, values) {
      const raw = Buffer.alloc(values.length * 4)
      for (let i = 0; i < values.length; i++) raw.writeFloatLE(values[i], i * 4)
      weights.push(message(5, [packed(1, dims), whole(2, FLOAT), enclose(8, key), enclose(9, raw)]))
      return key
    },

    finish({ inputs, outputs }) {
      const graph = [
        ...nodes,
        enclose(2, name),
        ...weights,
        ...Object.entries(inputs).map(([key, dims]) => message(11, tensorInfo(key, dims))),
        ...Object.entries(outputs).map(([key, dims]) => message(12, tensorInfo(key, dims))),
      ]
      const opset = message(8, [enclose(1, ''), whole(2, 13)])
      return writeFields([whole(1, 8), enclose(2, 'limen'), message(7, graph), opset])
    },
  }
}

const message = (field, fields) => enclose(field, writeFields(fields))

const FLOAT = 1
const ATTRIBUTE = { int: 2, string: 3, ints: 7 }

function attribute(key, value) {
  if (Array.isArray(value)) return [enclose(1, key), packed(8, value), whole(20, ATTRIBUTE.ints)]
  if (typeof value === 'string') return [enclose(1, key), enclose(4, value), whole(20, ATTRIBUTE.string)]
  return [enclose(1, key), whole(3, value), whole(20, ATTRIBUTE.int)]
}

function tensorInfo(key, dims) {
  const shape = message(
    2,
    dims.map((dim) => message(1, [whole(1, dim)])),
  )
  return [enclose(1, key), message(2, [message(1, [whole(1, FLOAT), shape])])]
}
