/**
 * Reads the constant tensors of a TensorFlow Lite file (a FlatBuffer): name → { shape, type, bytes }.
 * Field numbers as in TensorFlow's schema.fbs: Model.subgraphs 2, .buffers 4; SubGraph.tensors 0;
 * Tensor.shape 0, .type 1, .buffer 2, .name 3; Buffer.data 0.
 */
export function readTflite(file) {
  const model = follow(file, 0)
  const buffers = tables(file, field(file, model, 4))
  const [subgraph] = tables(file, field(file, model, 2))
  if (subgraph === undefined) throw new Error('the file holds no graph')
  const tensors = new Map()
  for (const tensor of tables(file, field(file, subgraph, 0))) {
    const bytes = vector(file, field(file, buffers[number(file, tensor, 2)], 0), 1)
    if (bytes.length === 0) continue
    const shape = vector(file, field(file, tensor, 0), 4)
    tensors.set(vector(file, field(file, tensor, 3), 1).toString('utf8'), {
      shape: Array.from({ length: shape.length / 4 }, (_, at) => shape.readInt32LE(at * 4)),
      type: TYPES[byte(file, tensor, 1)],
      bytes,
    })
  }
  return tensors
}

const TYPES = { 0: 'float32', 1: 'float16', 2: 'int32' }

const follow = (file, at) => at + file.readUInt32LE(at)

/** Where a table's field lies; undefined when it has its default. */
function field(file, table, index) {
  const layout = table - file.readInt32LE(table)
  const entry = 4 + index * 2
  const offset = entry < file.readUInt16LE(layout) ? file.readUInt16LE(layout + entry) : 0
  return offset === 0 ? undefined : table + offset
}

function number(file, table, index) {
  const at = field(file, table, index)
  return at === undefined ? 0 : file.readUInt32LE(at)
}

function byte(file, table, index) {
  const at = field(file, table, index)
  return at === undefined ? 0 : file.readUInt8(at)
}

function vector(file, at, size) {
  if (at === undefined) return Buffer.alloc(0)
  const start = follow(file, at)
  return file.subarray(start + 4, start + 4 + file.readUInt32LE(start) * size)
}

function tables(file, at) {
  const entries = vector(file, at, 4)
  const start = at === undefined ? 0 : follow(file, at) + 4
  return Array.from({ length: entries.length / 4 }, (_, index) => follow(file, start + index * 4))
}
