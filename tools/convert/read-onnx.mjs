/** Reads the operators and the constants of an ONNX model; field numbers are those of onnx.proto. */
export function readOnnx(bytes) {
  const graph = only(fieldsOf(bytes), 7)
  const parts = fieldsOf(graph)
  return {
    nodes: all(parts, 1).map((node) => {
      const fields = fieldsOf(node)
      return { op: textOf(only(fields, 4)), inputs: all(fields, 1).map(textOf), outputs: all(fields, 2).map(textOf) }
    }),
    constants: new Map(all(parts, 5).map(tensorOf)),
  }
}

const FLOAT = 1
const HALF = 10

function tensorOf(bytes) {
  const fields = fieldsOf(bytes)
  const dims = fields
    .filter(({ field }) => field === 1)
    .flatMap(({ value }) => (Buffer.isBuffer(value) ? varintsOf(value) : [value]))
  const type = fields.find(({ field }) => field === 2)?.value
  const raw = fields.find(({ field }) => field === 9)?.value
  const name = textOf(only(fields, 8))
  if (!raw || (type !== FLOAT && type !== HALF)) return [name, { dims, values: undefined }]
  const values =
    type === FLOAT
      ? Float32Array.from({ length: raw.length / 4 }, (_, at) => raw.readFloatLE(at * 4))
      : Float32Array.from({ length: raw.length / 2 }, (_, at) => fromHalf(raw.readUInt16LE(at * 2)))
  return [name, { dims, values }]
}

function fieldsOf(bytes) {
  const fields = []
  for (let at = 0; at < bytes.length; ) {
    const key = varintAt(bytes, at)
    const field = Math.floor(key.value / 8)
    at = key.next
    switch (key.value % 8) {
      case 0: {
        const number = varintAt(bytes, at)
        fields.push({ field, value: number.value })
        at = number.next
        break
      }
      case 1:
        at += 8
        break
      case 2: {
        const length = varintAt(bytes, at)
        at = length.next + length.value
        fields.push({ field, value: bytes.subarray(length.next, at) })
        break
      }
      case 5:
        at += 4
        break
      default:
        throw new Error('this is not a protocol buffer')
    }
  }
  return fields
}

function varintAt(bytes, start) {
  let value = 0
  let at = start
  for (let shift = 1; ; shift *= 128, at += 1) {
    if (at >= bytes.length) throw new Error('the file ends within a number')
    value += (bytes[at] & 0x7f) * shift
    if (bytes[at] < 0x80) return { value, next: at + 1 }
  }
}

function varintsOf(bytes) {
  const values = []
  for (let at = 0; at < bytes.length; ) {
    const { value, next } = varintAt(bytes, at)
    values.push(value)
    at = next
  }
  return values
}

const all = (fields, wanted) => fields.filter(({ field }) => field === wanted).map(({ value }) => value)

function only(fields, wanted) {
  const [value] = all(fields, wanted)
  if (value === undefined) throw new Error(`the model lacks field ${wanted}`)
  return value
}

const textOf = (bytes) => bytes.toString('utf8')

function fromHalf(half) {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 0x1f
  const fraction = half & 0x3ff
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
