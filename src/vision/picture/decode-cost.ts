import { BadPicture } from '../engine.ts'

/** CPU time that decoding one picture may take; 50 megapixels of any camera take less. */
export const DECODE_BUDGET_MS = 2_000

/** More than any encoder writes: cameras write 1, progressive pictures 10, optimisers up to 20. */
const MOST_SCANS = 100

/*
 * Nanoseconds per unit, measured with libvips 8.18 on one core of a server: per pixel, per byte of entropy-coded data,
 * per block that a scan passes over. 48 megapixels cost 390 ms as baseline, 1,680 ms as progressive JPEG of 23 MB.
 */
const PIXEL_NS = 8
const BASELINE_BYTE_NS = 20
const PROGRESSIVE_BYTE_NS = 45
const BLOCK_NS = 40
/** Conversion from another colour space than sRGB. */
const CONVERTED_PIXEL_NS = 13
const CMYK_PIXEL_NS = 56
/** Per byte of the inflated rows of a PNG; twice that where they are interlaced. */
const PNG_BYTE_NS = 5

interface Facts {
  format: string
  width: number
  height: number
  channels?: number | undefined
  bits?: number | undefined
  isInterlaced?: boolean | undefined
  /** Its colours are converted to sRGB. */
  isConverted?: boolean | undefined
}

/** Refuses a picture that takes longer to decode than any camera's, before anything of it is decoded. */
export function checkCost(bytes: Uint8Array, facts: Facts): void {
  if (facts.format === 'jpeg') checkScans(bytes)
  const ms = estimateMs(bytes, facts)
  if (ms > DECODE_BUDGET_MS)
    throw new BadPicture('damaged', `decoding the picture would take about ${Math.ceil(ms / 1000)} seconds`)
}

function estimateMs(bytes: Uint8Array, facts: Facts): number {
  const { format, width, height, channels = 3, bits = 8, isInterlaced, isConverted } = facts
  const pixels = width * height
  const colours = format === 'jpeg' && channels === 4 ? CMYK_PIXEL_NS : isConverted ? CONVERTED_PIXEL_NS : 0
  const own =
    format === 'jpeg'
      ? jpegNs(bytes, pixels)
      : format === 'png'
        ? pixels * channels * Math.ceil(bits / 8) * PNG_BYTE_NS * (isInterlaced ? 2 : 1)
        : 0
  return (own + pixels * colours) / 1_000_000
}

function jpegNs(bytes: Uint8Array, pixels: number): number {
  const { isProgressive, blocks } = readScans(bytes)
  const passes = isProgressive ? blocks * BLOCK_NS : 0
  return pixels * PIXEL_NS + bytes.length * (isProgressive ? PROGRESSIVE_BYTE_NS : BASELINE_BYTE_NS) + passes
}

function checkScans(bytes: Uint8Array): void {
  const { scans } = readScans(bytes)
  if (scans > MOST_SCANS) throw new BadPicture('damaged', `the JPEG has more than ${MOST_SCANS} scans`)
}

interface Scans {
  scans: number
  isProgressive: boolean
  /** Blocks that all scans together pass over. */
  blocks: number
}

/** Walks the segments of a JPEG (ITU T.81 annex B); what a decoder does with damaged ones is up to it. */
export function readScans(bytes: Uint8Array): Scans {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Scans = { scans: 0, isProgressive: false, blocks: 0 }
  const blocksOf = new Map<number, number>()
  for (let at = buffer.indexOf(0xff); at >= 0 && at + 4 <= buffer.length; at = buffer.indexOf(0xff, at)) {
    const marker = buffer[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isWithoutLength(marker)) {
      at += 2
      continue
    }
    if (marker === END_OF_IMAGE) break
    const content = buffer.subarray(at + 4, at + 2 + buffer.readUInt16BE(at + 2))
    if (isFrame(marker)) {
      found.isProgressive = PROGRESSIVE.includes(marker)
      for (const [id, blocks] of componentsOf(content)) blocksOf.set(id, blocks)
    } else if (marker === START_OF_SCAN) {
      found.scans += 1
      if (found.scans > MOST_SCANS) break
      for (let index = 0; index < (content[0] ?? 0); index++)
        found.blocks += blocksOf.get(content[1 + 2 * index] ?? -1) ?? 0
    }
    at += 2 + Math.max(2, buffer.readUInt16BE(at + 2))
  }
  return found
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** SOF2, SOF6, SOF10 and SOF14. */
const PROGRESSIVE = [0xc2, 0xc6, 0xca, 0xce]

/** Stuffed bytes, TEM, restart markers and SOI. */
const isWithoutLength = (marker: number): boolean => marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The blocks of each component: those with a smaller sampling factor have fewer. */
function componentsOf(frame: Buffer): [id: number, blocks: number][] {
  if (frame.length < 6) return []
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  const parts = Array.from({ length: frame[5] as number }, (_, index) => {
    const factors = frame[7 + 3 * index] ?? 0x11
    return { id: frame[6 + 3 * index] ?? -1, across: factors >> 4 || 1, down: factors & 15 || 1 }
  })
  const across = Math.max(1, ...parts.map((part) => part.across))
  const down = Math.max(1, ...parts.map((part) => part.down))
  return parts.map((part) => [
    part.id,
    Math.ceil((width * part.across) / across / 8) * Math.ceil((height * part.down) / down / 8),
  ])
}
