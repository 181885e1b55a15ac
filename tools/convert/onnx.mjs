import { bytesField, integer, integers, join, message, text } from './protobuf.mjs'

/**
 * Builds an ONNX model node by node; field numbers are those of onnx.proto (opset 13, IR version 8).
 * The same calls give the same bytes, so that a converted model has a checksum.
 */
export function openGraph(name) {
  const nodes = []
  const weights = []
  let count = 0

  return {
    /** Adds an operator and returns the name of its output. */
    add(op, inputs, attributes = {}, output = `t${++count}`) {
      const fields = [
        ...inputs.map((input) => text(1, input)),
        text(2, output),
        text(3, `n${nodes.length}`),
        text(4, op),
        ...Object.entries(attributes).map(([key, value]) => message(5, attribute(key, value))),
      ]
      nodes.push(message(1, fields))
      return output
    },

    /** Adds a constant of 32-bit floats and returns its name. */
    weight(key, dims, values) {
      const raw = Buffer.alloc(values.length * 4)
      for (let i = 0; i < values.length; i++) raw.writeFloatLE(values[i], i * 4)
      weights.push(message(5, [integers(1, dims), integer(2, FLOAT), text(8, key), bytesField(9, raw)]))
      return key
    },

    finish({ inputs, outputs }) {
      const graph = [
        nodes,
        text(2, name),
        weights,
        Object.entries(inputs).map(([key, dims]) => message(11, tensorInfo(key, dims))),
        Object.entries(outputs).map(([key, dims]) => message(12, tensorInfo(key, dims))),
      ]
      const opset = message(8, [text(1, ''), integer(2, 13)])
      return join([integer(1, 8), text(2, 'limen'), message(7, graph), opset])
    },
  }
}

const FLOAT = 1
const ATTRIBUTE = { int: 2, string: 3, ints: 7 }

function attribute(key, value) {
  if (Array.isArray(value)) return [text(1, key), integers(8, value), integer(20, ATTRIBUTE.ints)]
  if (typeof value === 'string') return [text(1, key), text(4, value), integer(20, ATTRIBUTE.string)]
  return [text(1, key), integer(3, value), integer(20, ATTRIBUTE.int)]
}

function tensorInfo(key, dims) {
  const shape = message(
    2,
    dims.map((dim) => message(1, [integer(1, dim)])),
  )
  return [text(1, key), message(2, [message(1, [integer(1, FLOAT), shape])])]
}
