import { inputOf, type NetEntry, thresholdOf } from '../nets/net-list.ts'
import type { Net, Nets } from '../nets/runtime.ts'
import { type Tensor, toTensor } from '../nets/tensor.ts'
import { type Box, boundsOf, crop, padBox } from '../picture/box.ts'
import type { Picture } from '../picture/picture.ts'
import { type Quad, quadOf, sizeOfQuad } from '../picture/quad.ts'
import { resize } from '../picture/resize.ts'
import type { Sheet } from '../picture/sheet.ts'
import { warpQuad } from '../picture/warp.ts'
import type { Column } from './columns.ts'
import { type Alphabet, alphabetOf, followBestPath, type Spelled } from './decode-ctc.ts'
import { inReadingOrder } from './reading-order.ts'
import { isOfOther, readerOf, readersOf } from './scripts.ts'

/** A line of text as it was read, in the pixels of the picture it was read from. */
export interface TextLine extends Spelled {
  box: Box
}

export interface Reader {
  /** The slot of a reader of lines. */
  reader?: string | undefined
  /** If a reader reads several scripts, only the letters of this one are read. */
  script?: string
}

/**
 * Reads the text in each of the quadrilaterals, in the order given. One at a time: batches are no faster, and shorter
 * lines would have to be padded.
 */
export async function readText(
  nets: Nets,
  sheet: Sheet,
  quads: readonly Quad[],
  { reader = 'text-lines', script }: Reader = {},
): Promise<TextLine[]> {
  if (!quads.length) return []
  const net = await nets.get(reader)
  const alphabet = await loadAlphabet(net)
  const { height } = inputOf(net.entry)
  const lines: TextLine[] = []
  for (const quad of quads) {
    const read = await recognise(net, alphabet, straighten(sheet, quad, height), script)
    lines.push({ ...read, box: levelBoxOf(quad) })
  }
  return lines
}

/**
 * Reads text that runs down the page: a single box as a rotated line; Chinese, Japanese and Korean characters below one
 * another as if they were side by side. Undefined if neither way works.
 */
export async function readColumn(nets: Nets, sheet: Sheet, column: Column): Promise<TextLine | undefined> {
  const turned = column.quads.length === 1 ? await readTurned(nets, sheet, column.box) : undefined
  if (turned && turned.confidence > MIN_TURNED) return { ...turned, box: column.box }
  const line = await readStacked(nets, sheet, column.cells)
  return line && line.confidence > MIN_COLUMN ? { ...line, box: column.box } : undefined
}

/** Reads it with the top of the letters to the left, or to the right, whichever is better. */
async function readTurned(nets: Nets, sheet: Sheet, box: Box): Promise<Spelled> {
  const [tl, tr, br, bl] = quadOf(box)
  const read: Spelled[] = []
  for (const quad of [[bl, tl, tr, br] as const, [tr, br, bl, tl] as const])
    read.push(await readStrip(nets, (height) => straighten(sheet, quad, height)))
  return surest(read)
}

async function readStacked(nets: Nets, sheet: Sheet, cells: readonly Box[]): Promise<Spelled | undefined> {
  const sideBySide = (height: number) => joined(cells.map((cell) => straighten(sheet, quadOf(cell), height)))
  const { script, isSure } = await nameStrip(nets, sideBySide)
  if (!isSure || !EAST_ASIAN.includes(script)) return undefined
  const read: Spelled[] = []
  for (const reader of readersOf(script)) read.push(await readStrip(nets, sideBySide, reader))
  return surest(read)
}

/** Unicode names of the scripts, Kana for both Japanese syllabaries. */
const EAST_ASIAN: readonly string[] = ['Han', 'Kana', 'Hangul']

/** Tables and frames are read as characters with a lower confidence. */
const MIN_COLUMN = 0.5
/** Patterns and vertical strokes are read with a lower confidence. */
const MIN_TURNED = 0.9

const surest = (read: readonly Spelled[]): Spelled => read.reduce((a, b) => (b.confidence > a.confidence ? b : a))

type Cut = (height: number) => Picture

async function readStrip(nets: Nets, cut: Cut, reader = readerOf()): Promise<Spelled> {
  const net = await nets.get(reader as string)
  return recognise(net, await loadAlphabet(net), cut(inputOf(net.entry).height))
}

/** Joins pictures of one height side by side. */
function joined(pictures: readonly Picture[]): Picture {
  const height = pictures[0]?.height ?? 1
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0)
  const data = new Uint8Array(width * height * 3)
  let left = 0
  for (const picture of pictures) {
    for (let y = 0; y < height; y++)
      data.set(picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3), (y * width + left) * 3)
    left += picture.width
  }
  return { width, height, data }
}

/** The box that a tilted line would have if it were rotated to horizontal around its beginning. */
export function levelBoxOf(quad: Quad): Box {
  const [tl, , , bl] = quad
  const { width, height } = sizeOfQuad(quad)
  // The finder's angle of a short line is arbitrary.
  if (width < SHORT * height) return boundsOf(quad)
  return { x: (tl.x + bl.x) / 2, y: (tl.y + bl.y) / 2 - height / 2, width, height }
}

/** Shorter boxes, by their height, have one to three letters: the finder crops them tightly at an arbitrary angle. */
const SHORT = 2
/** The margin around them, in shares of their height: capitals then take up 0.7 of the strip instead of 0.9. */
const ROOM = 0.13

/** Cuts out the quadrilateral, upright, at the reader's height. Horizontal boxes need no warp. */
function straighten(sheet: Sheet, quad: Quad, height: number): Picture {
  const [tl, tr] = quad
  const { width: across, height: down } = sizeOfQuad(quad)
  const isLevel = Math.abs(tr.y - tl.y) < 0.08 * down
  const box = boundsOf(quad)
  // Print that is lower than the reader needs has lost detail that the photo still has.
  const { finer } = sheet
  if (finer && down < height) {
    const place = across < SHORT * down ? quadOf(padBox(box, ROOM * box.height)) : quad
    const { width, height: high } = sizeOfQuad(place)
    return warpQuad(finer.photo, finer.inPhoto(place), { width: widthOf(width, high, height), height }, 'repeat')
  }
  if (across < SHORT * down) return cutOut(sheet, padBox(box, ROOM * box.height), height)
  if (isLevel) return cutOut(sheet, box, height)
  return warpQuad(sheet, quad, { width: widthOf(across, down, height), height })
}

const cutOut = (picture: Picture, box: Box, height: number): Picture =>
  resize(crop(picture, box), { width: widthOf(box.width, box.height, height), height })

const widthOf = (across: number, down: number, height: number): number =>
  Math.max(8, Math.round((across / Math.max(1, down)) * height))

/** The script of a line by its Unicode name, Kana for both Japanese syllabaries, with the net's confidence. */
export async function nameScript(nets: Nets, sheet: Sheet, quad: Quad): Promise<NamedScript> {
  return nameStrip(nets, (height) => straighten(sheet, quad, height))
}

interface NamedScript {
  script: string
  isSure: boolean
  probability: number
}

async function nameStrip(nets: Nets, cut: Cut): Promise<NamedScript> {
  const net = await nets.get('line-scripts')
  const { letters: names } = await loadAlphabet(net)
  const input = inputOf(net.entry)
  const [scores] = Object.values(await net.run({ [input.name]: normalise(toTensor(cut(input.height), input)) }))
  if (scores?.data.length !== names.length - 1) throw new Error('the net for scripts gave the wrong number of scripts')
  const best = scores.data.indexOf(Math.max(...scores.data))
  const probability = scores.data[best] as number
  return { script: names[best + 1] as string, isSure: probability >= thresholdOf(net.entry, 'named'), probability }
}

async function recognise(net: Net, alphabet: Alphabet, strip: Picture, script?: string): Promise<Spelled> {
  const input = inputOf(net.entry)
  const tensor = toTensor(strip, input)
  const shown = input.order === 'GREY' ? normalise(tensor) : padded(tensor)
  const [letters] = Object.values(await net.run({ [input.name]: shown }))
  if (!letters) throw new Error('the text reader gave no letters')
  const [, , classes = 0] = letters.dims
  if (classes !== alphabet.letters.length) throw new Error('the text reader and its dictionary do not match')
  const read = followBestPath(script ? only(letters.data, alphabet, script) : letters.data, alphabet)
  const stretch = (shown.dims[3] ?? strip.width) / strip.width
  const places = read.places?.map((place) => place * stretch) ?? []
  return inReadingOrder(trusted({ ...read, places }, net.entry.thresholds?.values.trust?.value ?? 1))
}

/** Reduces the confidence of a reader that is right less often than its confidence says. */
const trusted = (read: Spelled, share: number): Spelled => ({
  ...read,
  confidence: read.confidence * share,
  probabilities: read.probabilities.map((probability) => probability * share),
  ...(read.others && {
    others: read.others.map((each) => each.map((other) => ({ ...other, probability: other.probability * share }))),
  }),
})

/** The scores without letters of other scripts; characters that every script uses are kept. */
function only(scores: Float32Array, { letters }: Alphabet, script: string): Float32Array {
  const others = letters.map((letter) => isOfOther(letter, script))
  return scores.map((score, i) => (others[i % letters.length] ? 0 : score))
}

/** The reader halves the width twice. */
const MULTIPLE = 4
/** The reader was trained on padded lines: without padding after it, the last letter is read less well. */
const BEHIND = 16
const MIN_WIDTH = 64
/** Grey levels; a strip with less contrast is noise that should not be amplified. */
const MIN_SPREAD = 4

/** The strip normalised to mean 0 and standard deviation 1, padded with 0 to a width that the reader accepts. */
function normalise({ data: grey, dims }: Tensor): Tensor {
  const [, , height = 0, own = 0] = dims
  const width = Math.max(MIN_WIDTH, Math.ceil((own + BEHIND) / MULTIPLE) * MULTIPLE)
  let sum = 0
  let squares = 0
  for (let i = 0; i < grey.length; i++) {
    const value = grey[i] as number
    sum += value
    squares += value * value
  }
  const mean = sum / grey.length
  const spread = Math.max(MIN_SPREAD, Math.sqrt(Math.max(0, squares / grey.length - mean * mean)))
  const data = new Float32Array(height * width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < own; x++) data[y * width + x] = ((grey[y * own + x] as number) - mean) / spread
  }
  return { data, dims: [1, 1, height, width] }
}

/** A colour strip padded with 0 at the end, for readers that take their input unchanged. */
function padded({ data: from, dims }: Tensor): Tensor {
  const [, channels = 0, height = 0, own = 0] = dims
  const width = Math.max(MIN_WIDTH, Math.ceil((own + BEHIND) / MULTIPLE) * MULTIPLE)
  const data = new Float32Array(channels * height * width)
  for (let row = 0; row < channels * height; row++) data.set(from.subarray(row * own, (row + 1) * own), row * width)
  return { data, dims: [1, channels, height, width] }
}

/** A dictionary is parsed once for all readings. */
const alphabets = new WeakMap<NetEntry, Promise<Alphabet>>()

function loadAlphabet(net: Net): Promise<Alphabet> {
  const known = alphabets.get(net.entry)
  if (known) return known
  const alphabet = net
    .text('dictionary')
    .then((dictionary) => alphabetOf(isOfPaddle(net.entry) ? withSpace(dictionary) : dictionary))
  alphabets.set(net.entry, alphabet)
  return alphabet
}

/** PP-OCR's readers take colour, ours take greyscale. */
const isOfPaddle = (entry: NetEntry): boolean => inputOf(entry).order !== 'GREY'

/** PP-OCR's readers have the space as their last letter, whether or not their dictionaries name it. */
const withSpace = (dictionary: string): string => `${dictionary.replace(/\r?\n$/, '')}\n `
