import type { Area } from '../../domain/picture/quality/measures.ts'
import type { FaceNet } from '../face/face-net.ts'
import { eachPoint, type Face, findFaces, type Pixels, type Point } from '../face/find-faces.ts'

/** The faces of a frame in its pixels, the largest first. */
export type LookForFaces = (frame: Pixels, oval: Area) => Face[]

/** From this share of the oval's width on a face is large enough to be found in the whole frame. */
const LARGE = 0.6

/**
 * Looks at the whole frame, and after one without a face at the oval alone: somebody far away is too small for the net
 * in the whole. One look a frame, so that none takes longer than another.
 */
export function lookForFaces(net: FaceNet): LookForFaces {
  let within = false
  return (frame, oval) => {
    const faces = within ? findWithin(net, frame, oval) : findFaces(net, frame)
    const [face] = faces
    within = within ? face !== undefined && face.width < LARGE * oval.width : face === undefined
    return faces
  }
}

function findWithin(net: FaceNet, frame: Pixels, oval: Area): Face[] {
  const [left, top] = [Math.floor(oval.x), Math.floor(oval.y)]
  const [width, height] = [Math.floor(oval.width), Math.floor(oval.height)]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const from = ((y + top) * frame.width + left) * 4
    data.set(frame.data.subarray(from, from + width * 4), y * width * 4)
  }
  return findFaces(net, { width, height, data }).map((face) => moved(face, left, top))
}

function moved(face: Face, right: number, down: number): Face {
  const point = ({ x, y }: Point): Point => ({ x: x + right, y: y + down })
  return { ...face, ...point(face), ...eachPoint((name) => point(face[name])) }
}
