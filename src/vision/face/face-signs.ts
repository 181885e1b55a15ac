/** The count comes first, in two bytes. */
const COUNT_BYTES = 2

/** The signs of a face's numbers: how many there are, and one bit for each, whether it is above zero. */
export function packSigns(values: ArrayLike<number>): Buffer {
  const packed = Buffer.alloc(COUNT_BYTES + Math.ceil(values.length / 8))
  packed.writeUInt16LE(values.length)
  for (let at = 0; at < values.length; at += 1)
    if ((values[at] as number) > 0)
      packed[COUNT_BYTES + (at >> 3)] = (packed[COUNT_BYTES + (at >> 3)] as number) | (1 << (at & 7))
  return packed
}

export const countSigns = (packed: Buffer): number => packed.readUInt16LE(0)

/** Where the sign of a number lies. */
export const placeOfSign = (number: number): { byte: number; bit: number } => ({
  byte: COUNT_BYTES + (number >> 3),
  bit: number & 7,
})
