import type { Answer, Channel } from './apdu.ts'
import { type Bytes, concat } from './bytes.ts'
import { ChipReadError, statusText } from './errors.ts'
import { encodeObject, parseHeader, parseObjects } from './tlv.ts'

/** An elementary file of the chip. */
export interface ChipFile {
  name: string
  /** Short identifier, by which it is read without being selected first. */
  shortId: number
  id: number
}

/** The files of the travel document application, and those of the master file that access needs. */
export const FILES = {
  cardAccess: { name: 'EF.CardAccess', shortId: 0x1c, id: 0x011c },
  cardSecurity: { name: 'EF.CardSecurity', shortId: 0x1d, id: 0x011d },
  info: { name: 'EF.ATR/INFO', shortId: 0x01, id: 0x2f01 },
  com: { name: 'EF.COM', shortId: 0x1e, id: 0x011e },
  sod: { name: 'EF.SOD', shortId: 0x1d, id: 0x011d },
} as const satisfies Record<string, ChipFile>

export const dataGroupFile = (number: number): ChipFile => ({
  name: `DG${number}`,
  shortId: number,
  id: 0x0100 + number,
})

/** A file as far as it has been read: kept when the chip leaves the field, so that reading goes on there. */
export interface FileReading {
  bytes: Bytes
  total?: number | undefined
  /** The status word that the chip left the file out with. */
  refused?: number
}

/** How many bytes a READ BINARY asks for; lowered for good when the chip finds it too many. */
export interface BlockSize {
  value: number
}

/** A whole protected answer fits a short APDU. */
export const SHORT_BLOCK = 223
/** What the service takes of all files together. */
const MOST = 1024 * 1024

/**
 * Reads a file, or what is left of it, up to the length that its first bytes state. Resolves to undefined where the
 * chip has no such file or does not give it.
 */
export async function readFile(
  channel: Channel,
  file: ChipFile,
  block: BlockSize,
  reading: FileReading = { bytes: new Uint8Array(0) },
  onProgress: (read: number, total: number) => void = () => {},
): Promise<Bytes | undefined> {
  let answer = await begin(channel, file, reading, block)
  for (;;) {
    if (!answer) return undefined
    if (answer.data.length === 0) throw new ChipReadError('BAD_ANSWER', `${file.name} ends before its stated length`)
    reading.bytes = concat(reading.bytes, answer.data)
    reading.total ??= totalOf(reading.bytes, file)
    if (reading.total !== undefined) onProgress(Math.min(reading.bytes.length, reading.total), reading.total)
    if (reading.total !== undefined && reading.bytes.length >= reading.total)
      return reading.bytes.slice(0, reading.total)
    const left = (reading.total ?? Number.POSITIVE_INFINITY) - reading.bytes.length
    answer = await readBlock(channel, reading.bytes.length, left, block)
    if (!isRead(answer)) throw unreadable(file, answer.status)
  }
}

/** The first block: by short identifier from the start, else after selecting the file. */
async function begin(
  channel: Channel,
  file: ChipFile,
  reading: FileReading,
  block: BlockSize,
): Promise<Answer | undefined> {
  if (reading.bytes.length === 0) {
    const answer = await channel.send({
      cla: 0,
      ins: 0xb0,
      p1: 0x80 | file.shortId,
      p2: 0,
      le: Math.min(block.value, 256),
    })
    if (isRead(answer)) return answer
  }
  const selected = await channel.send({
    cla: 0,
    ins: 0xa4,
    p1: 0x02,
    p2: 0x0c,
    data: Uint8Array.of(file.id >> 8, file.id & 0xff),
  })
  if (selected.status !== 0x9000) return absent(file, selected.status, reading)
  const answer = await readBlock(channel, reading.bytes.length, Number.POSITIVE_INFINITY, block)
  return isRead(answer) ? answer : absent(file, answer.status, reading)
}

/** Not there, or not for us: both mean that the file is left out. Anything else is a fault. */
function absent(file: ChipFile, status: number, reading: FileReading): undefined {
  reading.refused = status
  if ([0x6a82, 0x6a83, 0x6a86, 0x6982, 0x6985, 0x6986, 0x6d00, 0x6900].includes(status)) return undefined
  throw unreadable(file, status)
}

async function readBlock(channel: Channel, offset: number, left: number, block: BlockSize): Promise<Answer> {
  for (;;) {
    const wanted = Math.min(left, block.value)
    const answer = await (offset < 0x8000 ? readNear(channel, offset, wanted) : readFar(channel, offset, wanted))
    // 6700: the chip, or what carries its answer, cannot give so many at once.
    if (answer.status !== 0x6700 || block.value <= 0x40) return answer
    block.value = block.value > SHORT_BLOCK ? SHORT_BLOCK : Math.ceil(block.value / 2)
  }
}

const readNear = (channel: Channel, offset: number, wanted: number) =>
  channel.send({ cla: 0, ins: 0xb0, p1: offset >> 8, p2: offset & 0xff, le: wanted })

/** Beyond 32,767 bytes the offset is a data object, and so is the answer. */
async function readFar(channel: Channel, offset: number, wanted: number): Promise<Answer> {
  const data = encodeObject(0x54, Uint8Array.of(offset >> 16, offset >> 8, offset))
  const answer = await channel.send({ cla: 0, ins: 0xb1, p1: 0, p2: 0, data, le: wanted + (wanted > 0x7b ? 4 : 2) })
  if (!isRead(answer)) return answer
  const [object] = parseObjects(answer.data)
  if (object?.tag !== 0x53) throw new ChipReadError('BAD_ANSWER', 'the chip answers a far offset with other data')
  return { data: object.value, status: answer.status }
}

/** 6282: the end of the file was reached before as many bytes as were asked for. */
const isRead = ({ status, data }: Answer) => (status === 0x9000 || status === 0x6282) && data.length > 0

function totalOf(bytes: Uint8Array, file: ChipFile): number | undefined {
  const header = parseHeader(bytes)
  if (!header) return undefined
  const total = header.size + header.length
  if (total > MOST) throw new ChipReadError('BAD_ANSWER', `${file.name} states a length of ${total} bytes`)
  return total
}

const unreadable = (file: ChipFile, status: number) =>
  new ChipReadError('BAD_ANSWER', `${file.name} cannot be read (${statusText(status)})`, { status })
