import type { NetList } from '../nets/net-list.ts'
import type { Nets, Tensor } from '../nets/runtime.ts'
import { PREDICTION } from '../nets/show-picture.ts'

/** What a net is asked, as the dimensions of each input, and how large its answers were when it was measured. */
interface Question {
  inputs: Record<string, number[]>
  /** The mean size of the numbers of each output, where it is above 0.01: what is smaller differs between processors. */
  size: Record<string, number>
}

/** Every net of the engine. Pictures of any size are asked with a small one. */
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

/** Processors round eight-bit nets differently, by a few per cent; a net that is fed or computed wrongly is far off. */
const FACTOR = 2

/**
 * Opens every net and asks it the same question as ever. Throws when one is missing, is not the file that was measured,
 * or answers with what is no number or of another size than it should be.
 */
export async function testAnswers(nets: Nets, list: NetList): Promise<void> {
  for (const [name, question] of Object.entries(QUESTIONS)) {
    if (!nets.has(name)) continue
    const net = await nets.get(name)
    const answers = await net.run(askedOf(question))
    const shipped = net.sha256 === list[name]?.files.model.sha256
    for (const [output, known] of Object.entries(question.size)) {
      const size = sizeOf(answers[output])
      // A net of the operator's own may have other names and other numbers: those it gives must be numbers.
      if (!shipped) continue
      if (!(size >= known / FACTOR && size <= known * FACTOR))
        throw new Error(`self-test: ${name} answers ${output} with ${size.toFixed(4)}, which should be ${known}`)
    }
    for (const [output, answer] of Object.entries(answers))
      if (!Number.isFinite(sizeOf(answer))) throw new Error(`self-test: ${name} answers ${output} with no number`)
  }
}

/**
 * Checks the files of those that nobody wrote a question for: readers of other scripts, which many services never need and
 * which would take 60 MB of each worker. They are opened by the first page that needs them. What is no net of this runtime is
 * for the pages.
 */
export async function checkOthers(nets: Nets, list: NetList): Promise<void> {
  for (const [name, { files }] of Object.entries(list))
    if (!(name in QUESTIONS) && files.model.path.endsWith('.onnx')) await nets.check(name)
}

export function askedOf({ inputs }: Question): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(inputs).map(([name, dims]) => [name, wave(dims)]))
}

/** NaN when there is no such answer. */
function sizeOf(tensor: Tensor | undefined): number {
  if (!tensor?.data.length) return Number.NaN
  let sum = 0
  for (const value of tensor.data) sum += Math.abs(value)
  return sum / tensor.data.length
}

/** The same numbers everywhere, between 0 and 1. A sine takes long: what one net was asked is the beginning for a larger one. */
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
