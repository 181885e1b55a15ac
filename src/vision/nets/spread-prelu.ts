import { enclose, type Field, readFields, textOf, whole, writeFields } from './protobuf.ts'

// Field numbers in onnx.proto.
const GRAPH = 7
const NODE = 1
const TENSOR = { field: 5, dims: 1, type: 2, name: 8, raw: 9 } as const
const [INPUT, OUTPUT, NAME, OPERATION, ATTRIBUTE] = [1, 2, 3, 4, 5] as const
const FLOAT = 1

/** Bytes of a tensor with one slope for each of two thousand channels. */
const LONGEST = 8192 + 256

/** The number of channels that the runtime computes at once on x64; a net with other channel counts gains nothing. */
const AT_ONCE = 16

/**
 * The same net with max(x, 0) + slope · min(x, 0) written as (1 − slope) · max(x, 0) + slope · x. On x64 the runtime
 * computes convolutions on channels in blocks, has no PRelu for that layout, and reordered the data around each one. A
 * recogniser takes 4.6 ms instead of 7.8, and its output agrees to six digits.
 */
export function spreadPrelu(model: Uint8Array, arch: string = process.arch): Uint8Array {
  if (arch !== 'x64' || !Buffer.from(model.buffer, model.byteOffset, model.length).includes('PRelu')) return model
  const fields = readFields(model)
  const graph = readFields(fields.find(({ number }) => number === GRAPH)?.value ?? new Uint8Array())
  const known = weightsByName(graph)
  const bends = new Map(graph.flatMap((field) => bendIn(field, known)))
  if (!bends.size || [...bends.values()].some(({ slopes }) => slopes.length === 0 || slopes.length % AT_ONCE))
    return model
  const nodes = graph.flatMap((field) => {
    const bend = bends.get(field)
    return bend ? spread(bend) : [field]
  })
  const changed = writeFields([...nodes, ...[...bends.values()].flatMap(weightsOf)])
  return writeFields(fields.map((field) => (field.number === GRAPH ? enclose(GRAPH, changed) : field)))
}

/** A PRelu operation of the net. */
interface Prelu {
  input: string
  output: string
  /** One slope per channel; empty if they are not among the weights. */
  slopes: Float32Array
}

function bendIn(field: Field, known: ReadonlyMap<string, Uint8Array>): [Field, Prelu][] {
  if (field.number !== NODE) return []
  const node = readFields(field.value)
  if (textOf(node, OPERATION) !== 'PRelu') return []
  const [input = '', slopes = ''] = node.filter(({ number }) => number === INPUT).map((each) => textOf([each], INPUT))
  return [
    [
      field,
      {
        input,
        output: textOf(node, OUTPUT),
        slopes: new Float32Array(Uint8Array.from(known.get(slopes) ?? []).buffer),
      },
    ],
  ]
}

/** Weights that may be slopes: all others are longer. */
function weightsByName(graph: readonly Field[]): Map<string, Uint8Array> {
  const known = new Map<string, Uint8Array>()
  for (const { number, value } of graph) {
    if (number !== TENSOR.field || value.length > LONGEST) continue
    const tensor = readFields(value)
    const raw = tensor.find((field) => field.number === TENSOR.raw)
    if (raw) known.set(textOf(tensor, TENSOR.name), raw.value)
  }
  return known
}

const spread = ({ input, output, slopes: { length } }: Prelu): Field[] => [
  operation('Relu', [input], `${output}/high`),
  operation('Conv', [input, `${output}/slopes`], `${output}/low`, length),
  operation('Conv', [`${output}/high`, `${output}/rest`], `${output}/rise`, length),
  operation('Add', [`${output}/rise`, `${output}/low`], output),
]

const weightsOf = ({ output, slopes }: Prelu): Field[] => [
  weights(`${output}/slopes`, slopes),
  weights(
    `${output}/rest`,
    slopes.map((slope) => 1 - slope),
  ),
]

/** `groups`: the number of groups of a convolution with each channel separate. */
function operation(name: string, inputs: readonly string[], output: string, groups?: number): Field {
  const attributes = groups ? [enclose(ATTRIBUTE, integerAttribute('group', groups))] : []
  const names = [enclose(OUTPUT, output), enclose(NAME, output), enclose(OPERATION, name)]
  return enclose(NODE, writeFields([...inputs.map((input) => enclose(INPUT, input)), ...names, ...attributes]))
}

/** AttributeProto: name 1, i 3, type 20; type 2 is an integer. */
const integerAttribute = (name: string, value: number): Uint8Array =>
  writeFields([enclose(1, name), whole(3, value), whole(20, 2)])

const weights = (name: string, values: Float32Array): Field =>
  enclose(
    TENSOR.field,
    writeFields([
      ...[values.length, 1, 1, 1].map((length) => whole(TENSOR.dims, length)),
      whole(TENSOR.type, FLOAT),
      enclose(TENSOR.name, name),
      enclose(TENSOR.raw, new Uint8Array(values.buffer)),
    ]),
  )
