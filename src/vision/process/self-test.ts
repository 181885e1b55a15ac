import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { FETCHED_NETS } from '../../platform/resources.ts'
import { type FaceBox, findFaces } from '../face/detect-faces.ts'
import { judgeLiveness } from '../face/judge-liveness.ts'
import { onCurve } from '../face/match-templates.ts'
import { type Portrait, takePortrait } from '../face/take-portrait.ts'
import { type NetList, readNetList, readSamples } from '../nets/net-list.ts'
import { type Nets, PREDICTION, type Tensor } from '../nets/runtime.ts'
import { OPERATING_POINT } from '../operating-point.ts'
import { type Box, overlapOf } from '../picture/box.ts'
import { decode } from '../picture/decode.ts'
import type { Picture } from '../picture/picture.ts'
import type { ReadEngine } from '../read-engine.ts'

/** Where faces are in the sample pictures, and the results of the shipped nets for them. */
const KNOWN = {
  woman: { x: 1470, y: 216, width: 226, height: 226 },
  sameWoman: { x: 1045, y: 212, width: 289, height: 289 },
  otherWoman: { x: 545, y: 316, width: 290, height: 290 },
  genuineCosine: 0.7244,
  impostorCosine: 0.137,
  live: 0.998,
}

/**
 * Processors and runtimes round differently, by far less than this; a wrong channel order or scale makes more
 * difference.
 */
const TOLERANCE = 0.02

/**
 * Runs every net once, then reads two pictures whose faces are known and compares the results. Throws when a face is
 * not found where it is, or a score is not what it was when the thresholds were measured: then no reading of this
 * engine could be trusted.
 */
export async function selfTest(engine: ReadEngine): Promise<void> {
  await testAnswers(engine.nets, readNetList())
  const [crowd, group] = await readSamplePictures(engine)
  const woman = await takeFaceAt(engine, crowd, await findFaces(engine.nets, crowd), KNOWN.woman)
  const faces = await findFaces(engine.nets, group)
  const same = await takeFaceAt(engine, group, faces, KNOWN.sameWoman)
  const other = await takeFaceAt(engine, group, faces, KNOWN.otherWoman)
  const liveness = await judgeLiveness(engine.nets, group, other.face)

  const curve = woman.template.curve
  const genuine = cosine(woman, same)
  const impostor = cosine(woman, other)
  if (onCurve(curve, genuine) <= OPERATING_POINT) throw faultOf('two pictures of one person do not match', genuine)
  if (onCurve(curve, impostor) > 50) throw faultOf('two people match', impostor)
  if (liveness.score <= OPERATING_POINT) throw faultOf('a live face is not judged live', liveness.kinds.live)

  // An operator's own net has other values; the relations above hold for any net.
  if ((await isShipped(engine, 'face-embed')) && (await isShipped(engine, 'face-embed-second'))) {
    expect('one person', genuine, KNOWN.genuineCosine)
    expect('two people', impostor, KNOWN.impostorCosine)
  }
  if (await isShipped(engine, 'face-liveness')) expect('a live face', liveness.kinds.live, KNOWN.live)
}

async function readSamplePictures({ settings }: ReadEngine): Promise<[Picture, Picture]> {
  const folder = settings.modelsFolder ?? FETCHED_NETS
  const { crowd, group } = readSamples()
  const read = async (file: string) => decode(await readFile(path.join(folder, file)))
  return [await read(crowd.path), await read(group.path)]
}

async function takeFaceAt(engine: ReadEngine, picture: Picture, faces: FaceBox[], where: Box): Promise<Portrait> {
  const face = faces.find((found) => overlapOf(found, where) > 0.7)
  if (!face) throw new Error('self-test: a known face was not found')
  const { value } = await engine.read((context) => takePortrait(context, picture, face))
  return value
}

async function isShipped({ nets }: ReadEngine, name: string): Promise<boolean> {
  return nets.has(name) && (await nets.get(name)).sha256 === readNetList()[name]?.files.model.sha256
}

function cosine(a: Portrait, b: Portrait): number {
  return a.template.values.reduce((sum, value, i) => sum + value * (b.template.values[i] ?? 0), 0)
}

function expect(what: string, found: number, known: number): void {
  if (Math.abs(found - known) > TOLERANCE) throw faultOf(`${what} should give ${known}`, found)
}

const faultOf = (what: string, found: number) => new Error(`self-test: ${what}: ${found.toFixed(4)}`)

/** The input of a net, as the dimensions of each tensor, and the size of its outputs when it was measured. */
interface Question {
  inputs: Record<string, number[]>
  /** The mean absolute value of each output, if it is above 0.01: smaller values differ between processors. */
  size: Record<string, number>
}

/** Every net of the engine. Nets that accept any picture size get a small one. */
export const QUESTIONS: Record<string, Question> = {
  'face-detect': { inputs: { input: [1, 3, 240, 320] }, size: { scores: 0.5, boxes: 0.5 } },
  'face-landmark': { inputs: { input: [1, 1, 64, 64] }, size: { output: 0.514 } },
  'face-pose': { inputs: { input: [1, 3, 224, 224] }, size: { '617': 1.61, '618': 1.16, output: 1.89 } },
  'face-eye': { inputs: { input: [1, 1, 24, 24] }, size: { output: 9.33 } },
  'face-embed': { inputs: { input: [1, 3, 112, 112] }, size: { output: 0.0501 } },
  'face-liveness': { inputs: { input: [1, 3, 128, 128] }, size: { output: 2.7 } },
  'face-age': { inputs: { input: [1, 3, 112, 112] }, size: { age: 38.7, gender: 0.398 } },
  'face-occlusion': { inputs: { face: [1, 3, 112, 112] }, size: { covered: 0.811 } },
  corners: { inputs: { picture: [1, 3, 320, 320] }, size: { corners: 0.506, sharpness: 0.0219, turn: 0.25 } },
  'text-places': { inputs: { picture: [1, 3, 160, 160] }, size: {} },
  'text-direction': { inputs: { x: [1, 3, 48, 192] }, size: { 'softmax_0.tmp_0': 0.5 } },
  'text-lines': { inputs: { line: [1, 1, 32, 160] }, size: {} },
  'line-roles': {
    inputs: { characters: [1, 2, 16], features: [1, 2, 40], boxes: [1, 2, 4] },
    size: { roles: 0.0189, kind: 0.167, back: 1 },
  },
  'mrz-place': {
    inputs: { picture: [1, 3, 384, 384] },
    size: { ends: 0.541, sharpness: 0.0468, lines: 0.333, reversed: 0.379 },
  },
  'mrz-lines': {
    inputs: { line: [1, 1, 32, 640] },
    size: { slots30: 0.027, slots36: 0.027, slots44: 0.027, length: 0.25 },
  },
  recapture: { inputs: { view: [1, 3, 256, 256] }, size: { [PREDICTION]: 0.333 } },
  surface: { inputs: { cut: [1, 3, 192, 192] }, size: { [PREDICTION]: 0.341 } },
  traces: { inputs: { page: [1, 3, 160, 160] }, size: { map: 3.87, [PREDICTION]: 4.19 } },
}

/** Processors round eight-bit nets differently, by a few per cent; a wrong input or computation is far off. */
const FACTOR = 2

/**
 * Opens every net and runs it on a fixed input. Throws when one is missing, is not the file that was measured, or gives
 * output that is not a number or has a different magnitude than it should.
 */
async function testAnswers(nets: Nets, list: NetList): Promise<void> {
  for (const [name, question] of Object.entries(QUESTIONS)) {
    if (!nets.has(name)) continue
    const net = await nets.get(name)
    const answers = await net.run(askedOf(question))
    const shipped = net.sha256 === list[name]?.files.model.sha256
    for (const [output, known] of Object.entries(question.size)) {
      const size = sizeOf(answers[output])
      // An operator's own net may have other output names and values: it is only checked that its outputs are numbers.
      if (!shipped) continue
      if (!(size >= known / FACTOR && size <= known * FACTOR))
        throw new Error(`self-test: ${name} answers ${output} with ${size.toFixed(4)}, which should be ${known}`)
    }
    for (const [output, answer] of Object.entries(answers))
      if (!Number.isFinite(sizeOf(answer)))
        throw new Error(`self-test: ${name} gives an output ${output} that is not a number`)
  }
}

/**
 * Verifies the files of the nets without a question here: readers of other scripts, which many services never need and
 * which would take 60 MB of each worker. The first page that needs one opens it. Whether such a file works in this
 * runtime only shows when a page is read.
 */
export async function checkOthers(nets: Nets, list: NetList): Promise<void> {
  for (const [name, { files }] of Object.entries(list))
    if (!Object.hasOwn(QUESTIONS, name) && files.model.path.endsWith('.onnx')) await nets.check(name)
}

export function askedOf({ inputs }: Question): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(inputs).map(([name, dims]) => [name, wave(dims)]))
}

/** NaN when there is no such output. */
function sizeOf(tensor: Tensor | undefined): number {
  if (!tensor?.data.length) return Number.NaN
  let sum = 0
  for (const value of tensor.data) sum += Math.abs(value)
  return sum / tensor.data.length
}

/**
 * The same values everywhere, between 0 and 1. Computing sines is slow, so the input of one net is reused as the
 * beginning of a larger one.
 */
function wave(dims: number[]): Tensor {
  const length = dims.reduce((product, each) => product * each, 1)
  if (numbers.length < length) numbers = lengthen(numbers, length)
  return { data: numbers.subarray(0, length), dims }
}

let numbers = new Float32Array()

function lengthen(known: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const data = new Float32Array(length)
  data.set(known)
  for (let i = known.length; i < length; i++) data[i] = 0.5 + 0.5 * Math.sin(i * 0.37)
  return data
}
