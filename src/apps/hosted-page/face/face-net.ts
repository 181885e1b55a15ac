import { openWeights } from '../corners/weights-file.ts'
import {
  addShortcut,
  convolveDepthwise,
  convolveFirst,
  convolvePointwise,
  halve,
  type Plane,
  type Weights,
} from './layers.ts'

/** The longer side of the net's input; the shorter one can be any multiple of 16. */
export const NET_SIDE = 128
/** Pixels of a cell in the fine and in the coarse grid, and anchors in each cell. */
export const CELLS = { fine: { pixels: 8, anchors: 2 }, coarse: { pixels: 16, anchors: 6 } }

/** The net's output: for each anchor a score before the sigmoid, and 16 numbers in pixels relative to the anchor. */
interface NetOutput {
  scores: Float64Array
  boxes: Float64Array
}

/**
 * A picture of −1 … 1 in red, green and blue → the net's output: all cells of the fine grid, then of the coarse one.
 */
export type FaceNet = (picture: Plane) => NetOutput

/** The output channels of each block, and whether it halves the picture: BlazeFace's short-range net. */
const FINE: [channels: number, step: 1 | 2][] = [
  [24, 1],
  [28, 1],
  [32, 2],
  [36, 1],
  [42, 1],
  [48, 2],
  [56, 1],
  [64, 1],
  [72, 1],
  [80, 1],
  [88, 1],
]
const COARSE: [channels: number, step: 1 | 2][] = [
  [96, 2],
  [96, 1],
  [96, 1],
  [96, 1],
  [96, 1],
]
const FIRST = 24
/** A box's center and size, and six points. */
const NUMBERS = 16

/** Loads the net from its weights: half-precision numbers in the order of the layers, each kernel before its bias. */
export function openFaceNet(file: ArrayBuffer): FaceNet {
  const weights = openWeights(file)
  const halves = (count: number) => Float64Array.from(weights.halves(count))
  const take = (inputs: number, outputs: number): Weights => ({
    kernel: halves(inputs * outputs),
    bias: halves(outputs),
  })
  const first = take(25 * 3, FIRST)
  let channels = FIRST
  const block = ([out, step]: [number, 1 | 2]) => {
    const layer = { step, spread: take(9, channels), across: take(channels, out) }
    channels = out
    return layer
  }
  const fine = FINE.map(block)
  const fineChannels = channels
  const coarse = COARSE.map(block)
  const heads = {
    fineScores: take(fineChannels, CELLS.fine.anchors),
    coarseScores: take(channels, CELLS.coarse.anchors),
    fineBoxes: take(fineChannels, CELLS.fine.anchors * NUMBERS),
    coarseBoxes: take(channels, CELLS.coarse.anchors * NUMBERS),
  }
  weights.end()

  return (picture) => {
    let plane = convolveFirst(picture, first)
    for (const layer of fine) plane = pass(plane, layer)
    const near = plane
    for (const layer of coarse) plane = pass(plane, layer)
    return {
      scores: join(convolvePointwise(near, heads.fineScores), convolvePointwise(plane, heads.coarseScores)),
      boxes: join(convolvePointwise(near, heads.fineBoxes), convolvePointwise(plane, heads.coarseBoxes)),
    }
  }
}

function pass(plane: Plane, { step, spread, across }: { step: 1 | 2; spread: Weights; across: Weights }): Plane {
  const result = convolvePointwise(convolveDepthwise(plane, spread, step), across)
  return addShortcut(result, step === 2 ? halve(plane) : plane)
}

function join(one: Plane, other: Plane): Float64Array {
  const both = new Float64Array(one.data.length + other.data.length)
  both.set(one.data)
  both.set(other.data, one.data.length)
  return both
}
