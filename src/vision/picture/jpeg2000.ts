import { BadPicture } from '../engine.ts'
import { DECODE_BUDGET_MS } from './decode-cost.ts'
import type { Picture } from './picture.ts'

/*
 * What a decoder would make of a few bytes: 100 components of 4 megapixels in 457 bytes became 2.1 GB, and tiles of 16
 * pixels doubled the memory of 12 megapixels. Stored portraits have one tile and at most 20 layers.
 */
const MOST_TILES = 1_024
const MOST_LAYERS = 64
/** ISO/IEC 15444-1 A.6.1. */
const MOST_LEVELS = 32
/** Code blocks and precincts are a record in memory each; 12 megapixels in blocks of 32 have 36,000. */
const MOST_PARTS = 200_000
/** Measured with OpenJPEG 2.5 as WebAssembly: 12 megapixels without data cost 1,130 ms, 1.3 MB of data 560 ms more. */
const PIXEL_NS = 95
const BYTE_NS = 430

/** A stored portrait in JPEG 2000 as RGB. Portraits have one or three components of eight bits; others are not accepted. */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Picture> {
  const codestream = codestreamIn(bytes)
  const { components } = checkCodestream(codestream)
  const { default: open } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  // A fresh instance each time: damage to its memory by a hostile picture ends with it.
  const codec = await open({ print: () => {}, printErr: () => {} })
  const decoder = new codec.J2KDecoder()
  try {
    decoder.getEncodedBuffer(codestream.length).set(codestream)
    decoder.decode()
  } catch {
    throw damaged('cannot be decoded')
  }
  const { width, height, componentCount } = decoder.getFrameInfo()
  const pixels = decoder.getDecodedBuffer()
  if (componentCount !== components || width < 1 || pixels.length !== width * height * components)
    throw damaged('cannot be decoded')
  return { width, height, data: components === 3 ? Uint8Array.from(pixels) : greyToRgb(pixels) }
}

/**
 * The codestream in its boxes, of which the decoder gets nothing else: a palette could give it 255 components more.
 */
function codestreamIn(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  if (bytes.length < 12) throw damaged('is cut off')
  if (view.getUint32(0) === CODESTREAM) return bytes
  for (let at = 0; at + 16 <= bytes.length; ) {
    const [length, type] = [view.getUint32(at), view.getUint32(at + 4)]
    const header = length === 1 ? 16 : 8
    const whole = length === 1 ? view.getUint32(at + 12) : length === 0 ? bytes.length - at : length
    if (type === JP2C) return bytes.subarray(at + header, at + whole)
    if (type === JP2H && Buffer.from(bytes.subarray(at, at + whole)).includes('pclr')) throw damaged('has a palette')
    if (whole < header) break
    at += whole
  }
  throw damaged('has no codestream')
}

const CODESTREAM = 0xff4fff51
const JP2C = 0x6a703263
const JP2H = 0x6a703268

interface Size {
  width: number
  height: number
  components: number
  tiles: number
}

/** Checks what the headers of a codestream (ISO/IEC 15444-1 annex A) promise, those of its tiles too. */
function checkCodestream(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  try {
    const size = readSize(view)
    const ms = (size.width * size.height * PIXEL_NS + bytes.length * BYTE_NS) / 1_000_000
    if (ms > DECODE_BUDGET_MS) throw damaged(`would take about ${Math.ceil(ms / 1000)} seconds to decode`)
    let partEnd = bytes.length
    for (let at = 2; at + 2 <= bytes.length; ) {
      const marker = view.getUint16(at)
      if (marker === END_OF_CODESTREAM) break
      if (marker === START_OF_DATA) {
        at = partEnd
        continue
      }
      if (!SEGMENTS.includes(marker)) throw damaged('has a segment of an unknown kind')
      const length = view.getUint16(at + 2)
      if (length < 2) throw damaged('has a segment without a length')
      if (marker === START_OF_TILE_PART) {
        const part = view.getUint32(at + 6)
        if (part !== 0 && part < SHORTEST_PART) throw damaged('has a tile without a length')
        partEnd = part === 0 ? bytes.length : at + part
      } else checkSegment(view, { marker, content: at + 4 }, size)
      at += 2 + length
    }
    return size
  } catch (error) {
    if (error instanceof RangeError) throw damaged('is cut off')
    throw error
  }
}

const COD = 0xff52
const COC = 0xff53
const START_OF_TILE_PART = 0xff90
const START_OF_DATA = 0xff93
const END_OF_CODESTREAM = 0xffd9
/** With SIZ, TLM, PLM, PLT, QCD, QCC, RGN, POC, PPM, PPT, CRG and COM: part 1 of the standard, without its end. */
const SEGMENTS = [
  ...[0xff51, COD, COC, 0xff55, 0xff57, 0xff58, 0xff5c, 0xff5d, 0xff5e, 0xff5f],
  ...[0xff60, 0xff61, 0xff63, 0xff64, START_OF_TILE_PART],
]
/** The header of a tile part and the start of its data. */
const SHORTEST_PART = 14

/** SIZ, which comes first. */
function readSize(view: DataView): Size {
  if (view.getUint32(0) !== CODESTREAM) throw damaged('has no size')
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => view.getUint32(at)) as [number, number, number, number]
  const [tileWidth, tileHeight, tileLeft, tileTop] = [24, 28, 32, 36].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
  ]
  const components = view.getUint16(40)
  if (components !== 1 && components !== 3) throw damaged(`has ${components} components`)
  for (let component = 0; component < components; component++) {
    const [bits, across, down] = [0, 1, 2].map((offset) => view.getUint8(42 + 3 * component + offset))
    if (bits !== EIGHT_BITS || across !== 1 || down !== 1) throw damaged('has components of another kind than 8 bits')
  }
  const [width, height] = [right - left, bottom - top]
  if (width < 1 || height < 1 || tileWidth < 1 || tileHeight < 1) throw damaged('has an impossible size')
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight)
  if (tiles > MOST_TILES) throw damaged(`has ${tiles} tiles`)
  return { width, height, components, tiles }
}

/** Unsigned. */
const EIGHT_BITS = 7

/** COD and COC state how a component is cut into parts. */
function checkSegment(view: DataView, { marker, content }: { marker: number; content: number }, size: Size): void {
  if (marker === COD) {
    const layers = view.getUint16(content + 2)
    if (layers < 1 || layers > MOST_LAYERS) throw damaged(`has ${layers} layers`)
    checkParts(view, { at: content + 5, hasPrecincts: (view.getUint8(content) & 1) === 1 }, size)
  } else if (marker === COC) {
    // The component has one byte: there are at most three.
    checkParts(view, { at: content + 2, hasPrecincts: (view.getUint8(content + 1) & 1) === 1 }, size)
  }
}

function checkParts(view: DataView, { at, hasPrecincts }: { at: number; hasPrecincts: boolean }, size: Size): void {
  const { width, height, components, tiles } = size
  const levels = view.getUint8(at)
  if (levels > MOST_LEVELS) throw damaged(`has ${levels} levels of resolution`)
  const [across, down] = [(view.getUint8(at + 1) & 15) + 2, (view.getUint8(at + 2) & 15) + 2]
  let parts = components * Math.ceil(width / 2 ** across) * Math.ceil(height / 2 ** down)
  for (let level = 0; level <= levels; level++) {
    // A resolution has at least one precinct in each tile; level 0 is the smallest.
    const shrunk = 2 ** (levels - level)
    const precinct = hasPrecincts ? view.getUint8(at + 5 + level) : WHOLE
    const columns = Math.ceil(width / shrunk / 2 ** (precinct & 15))
    const rows = Math.ceil(height / shrunk / 2 ** (precinct >> 4))
    parts += components * Math.max(tiles, columns * rows)
  }
  if (parts > MOST_PARTS) throw damaged('is cut into too many parts')
}

/** Precincts of 32,768 pixels: the default. */
const WHOLE = 0xff

const damaged = (why: string) => new BadPicture('damaged', `the JPEG 2000 picture ${why}`)

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function greyToRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3)
  for (let at = 0; at < grey.length; at++) rgb.fill(grey[at] ?? 0, at * 3, at * 3 + 3)
  return rgb
}
