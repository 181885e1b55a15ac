/**
 * Reads a TensorFlow Lite file (a FlatBuffer): its tensors, the constant ones with their bytes, and the operators that
 * lead from `inputs` to `outputs`, all tensors by number. Field numbers as in TensorFlow's schema.fbs:
 * Model.operator_codes 1, .subgraphs 2, .buffers 4; OperatorCode.deprecated_builtin_code 0;
 * SubGraph.tensors 0, .inputs 1, .outputs 2, .operators 3; Operator.opcode_index 0, .inputs 1, .outputs 2, .builtin_options 4;
 * Tensor.shape 0, .type 1, .buffer 2, .name 3; Buffer.data 0.
 */
export function readTflite(file) {
  const model = follow(file, 0)
  const buffers = tables(file, field(file, model, 4))
  const codes = tables(file, field(file, model, 1)).map((code) => byte(file, code, 0))
  const [subgraph] = tables(file, field(file, model, 2))
  if (subgraph === undefined) throw new Error('the file holds no graph')
  return {
    tensors: tables(file, field(file, subgraph, 0)).map((tensor) => ({
      name: vector(file, field(file, tensor, 3), 1).toString('utf8'),
      shape: integers(file, field(file, tensor, 0)),
      type: TYPES[byte(file, tensor, 1)],
      bytes: vector(file, field(file, buffers[number(file, tensor, 2)], 0), 1),
    })),
    inputs: integers(file, field(file, subgraph, 1)),
    outputs: integers(file, field(file, subgraph, 2)),
    operators: tables(file, field(file, subgraph, 3)).map((operator) => ({
      kind: KINDS[codes[number(file, operator, 0)]] ?? `operator ${codes[number(file, operator, 0)]}`,
      inputs: integers(file, field(file, operator, 1)),
      outputs: integers(file, field(file, operator, 2)),
      options: optionsOf(file, field(file, operator, 4)),
    })),
  }
}

const TYPES = { 0: 'float32', 1: 'float16', 2: 'int32' }

const KINDS = {
  0: 'ADD',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  11: 'L2_NORMALIZATION',
  18: 'MUL',
  19: 'RELU',
  22: 'RESHAPE',
  41: 'SUB',
  101: 'ABS',
}

/** The options of an operator as a table whose fields are asked for by number. */
function optionsOf(file, at) {
  const table = at === undefined ? undefined : follow(file, at)
  return {
    byte: (index) => (table === undefined ? 0 : byte(file, table, index)),
    number: (index) => (table === undefined ? 0 : number(file, table, index)),
  }
}

const follow = (file, at) => at + file.readUInt32LE(at)

/** The position of a table's field; undefined if it has its default. */
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

function integers(file, at) {
  const bytes = vector(file, at, 4)
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32LE(index * 4))
}

function tables(file, at) {
  const entries = vector(file, at, 4)
  const start = at === undefined ? 0 : follow(file, at) + 4
  return Array.from({ length: entries.length / 4 }, (_, index) => follow(file, start + index * 4))
}
