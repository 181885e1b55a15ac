/** Just enough of the protocol buffer wire format to write a message: each function gives the bytes of one field. */

export const message = (field, fields) => bytesField(field, join(fields))

export const text = (field, value) => bytesField(field, Buffer.from(value, 'utf8'))

export const integer = (field, value) => join([varint((field << 3) | 0), varint(value)])

/** A packed repeated integer. */
export const integers = (field, values) => bytesField(field, join(values.map(varint)))

export function bytesField(field, bytes) {
  return join([varint((field << 3) | 2), varint(bytes.length), bytes])
}

export const join = (parts) => Buffer.concat(parts.flat(Number.POSITIVE_INFINITY))

function varint(value) {
  if (value < 0) throw new RangeError('negative numbers are not written here')
  const bytes = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
