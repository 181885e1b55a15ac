/** One field of a protobuf message. Its contents stay encoded as in the file. */
export interface Field {
  number: number
  wire: number
  /** The bytes of a varint, or the contents of a length-delimited field. */
  value: Uint8Array
}

const [VARINT, FIXED64, ENCLOSED, FIXED32] = [0, 1, 2, 5] as const

export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const next = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('a protobuf message ends within a field')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varint = (): Uint8Array => {
    let length = 1
    while ((bytes[at + length - 1] ?? 0) > 127) length++
    return next(length)
  }
  while (at < bytes.length) {
    const key = toNumber(varint())
    const wire = key & 7
    const value = wire === VARINT ? varint() : next(wire === ENCLOSED ? toNumber(varint()) : sizeOf(wire))
    fields.push({ number: key >>> 3, wire, value })
  }
  return fields
}

export function writeFields(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(({ number, wire, value }) => {
      const key = toVarint(number * 8 + wire)
      return wire === ENCLOSED ? [key, toVarint(value.length), value] : [key, value]
    }),
  )
}

export const enclose = (number: number, value: Uint8Array | string): Field => ({
  number,
  wire: ENCLOSED,
  value: typeof value === 'string' ? Buffer.from(value) : value,
})

/** A packed repeated integer. */
export const packed = (number: number, values: readonly number[]): Field =>
  enclose(number, Buffer.concat(values.map(toVarint)))

export const whole = (number: number, value: number): Field => ({ number, wire: VARINT, value: toVarint(value) })

export const textOf = (fields: readonly Field[], number: number): string =>
  Buffer.from(fields.find((field) => field.number === number)?.value ?? []).toString()

/** The integers of a packed field, or of a repeated one. */
export function numbersOf({ wire, value }: Field): number[] {
  if (wire === VARINT) return [toNumber(value)]
  const numbers: number[] = []
  for (let from = 0, at = 0; at < value.length; at++) {
    if ((value[at] as number) > 127) continue
    numbers.push(toNumber(value.subarray(from, at + 1)))
    from = at + 1
  }
  return numbers
}

function sizeOf(wire: number): number {
  if (wire === FIXED64) return 8
  if (wire === FIXED32) return 4
  throw new RangeError(`unsupported wire type of a protobuf field: ${wire}`)
}

const toNumber = (varint: Uint8Array): number =>
  varint.reduce((sum, byte, place) => sum + (byte & 127) * 128 ** place, 0)

function toVarint(value: number): Uint8Array {
  if (value < 0) throw new RangeError('negative numbers are not supported here')
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Uint8Array.from([...bytes, rest])
}
