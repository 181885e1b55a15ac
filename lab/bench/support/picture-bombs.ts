/** Pictures that are small, valid and slow or large to decode. */

/** Bits of successive approximation that ITU T.81 allows. */
const MOST_BITS = 13
const COEFFICIENTS = 63
/** The longest end-of-band run that one symbol can state. */
const LONGEST_RUN = 32_767

/** EOB0 to EOB14. */
const RUNS = Array.from({ length: 15 }, (_, more) => more << 4)

interface Progressive {
  width: number
  height: number
  /** At most 1 + 3 × 63 × 14: one for the mean values, then each bit of each coefficient of each component. */
  scans: number
}

/** A progressive JPEG, grey all over, whose scans say nothing. Each of them makes a decoder pass over the whole picture. */
export function progressiveBomb({ width, height, scans }: Progressive): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  // One table has a difference of 0 for the mean values, with a code of one bit; the other has runs, of four bits.
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, Buffer.from([8, ...word(height), ...word(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])),
    segment(0xc4, Buffer.from([0x00, 1, ...Array(15).fill(0), 0x00])),
    segment(0xc4, Buffer.from([0x10, 0, 0, 0, RUNS.length, ...Array(12).fill(0), ...RUNS])),
    scanHeader([1, 2, 3], 0, 0, 0, 0),
    Buffer.alloc(Math.ceil((3 * blocks) / 8)),
  ]
  const passing = runs(blocks)
  let made = 1
  for (let bit = MOST_BITS; bit >= 0; bit--)
    for (let at = 1; at <= COEFFICIENTS; at++)
      for (const component of [1, 2, 3]) {
        if (made++ >= scans) break
        parts.push(scanHeader([component], at, at, bit === MOST_BITS ? 0 : bit + 1, bit), passing)
      }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

/** End-of-band runs over all blocks of one component: four bits of code, and the low bits of the length. */
function runs(blocks: number): Buffer {
  let bits = ''
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, LONGEST_RUN)
    const more = Math.floor(Math.log2(run))
    bits += more.toString(2).padStart(4, '0')
    if (more > 0) bits += (run - 2 ** more).toString(2).padStart(more, '0')
    left -= run
  }
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = (whole.match(/.{8}/g) ?? []).flatMap((each) => {
    const byte = Number.parseInt(each, 2)
    return byte === 0xff ? [0xff, 0] : [byte]
  })
  return Buffer.from(bytes)
}

function scanHeader(components: number[], from: number, to: number, before: number, bit: number): Buffer {
  const tables = components.flatMap((id) => [id, 0])
  return segment(0xda, Buffer.from([components.length, ...tables, from, to, before * 16 + bit]))
}

const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, ...word(content.length + 2)]), content])

const word = (value: number): [number, number] => [value >> 8, value & 0xff]
const long = (value: number): number[] => [...word(value >>> 16), ...word(value & 0xffff)]

interface Codestream {
  width: number
  height: number
  components?: number
  /** The side of a tile; by default one tile. */
  tile?: number
  layers?: number
  levels?: number
  /** The size of a precinct as a power of two, in each direction; by default it is the whole picture. */
  precinct?: number
  /** What the header of the tile says instead of the main one. */
  layersOfTile?: number
}

/** A JPEG 2000 codestream (ISO/IEC 15444-1) whose header promises this, with almost no data. */
export function jpeg2000Bomb({
  width,
  height,
  components = 3,
  tile = Math.max(width, height),
  layers = 1,
  levels = 5,
  precinct,
  layersOfTile,
}: Codestream): Buffer {
  const each = Array.from({ length: components }, () => [7, 1, 1]).flat()
  const precincts = precinct === undefined ? [] : Array(levels + 1).fill(precinct * 17)
  const style = (count: number) =>
    segment(0x52, Buffer.from([precincts.length ? 1 : 0, 0, ...word(count), 0, levels, 4, 4, 0, 1, ...precincts]))
  const size = [0, 0, ...long(width), ...long(height), ...long(0), ...long(0)]
  const tiles = [...long(tile), ...long(tile), ...long(0), ...long(0)]
  const exponents = Array.from({ length: 1 + 3 * levels }, () => 0x40)
  const main = [
    segment(0x51, Buffer.from([...size, ...tiles, ...word(components), ...each])),
    style(layers),
    segment(0x5c, Buffer.from([0x40, ...exponents])),
  ]
  // One tile part with empty packets.
  const data = Buffer.alloc(64)
  const ofTile = layersOfTile === undefined ? Buffer.alloc(0) : style(layersOfTile)
  const part = segment(0x90, Buffer.from([0, 0, ...long(12 + ofTile.length + 2 + data.length), 0, 1]))
  return Buffer.concat([
    Buffer.from([0xff, 0x4f]),
    ...main,
    part,
    ofTile,
    Buffer.from([0xff, 0x93]),
    data,
    Buffer.from([0xff, 0xd9]),
  ])
}
