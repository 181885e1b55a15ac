import { openFaceNet } from '../../../apps/hosted-page/face/face-net.ts'
import { type Face, findFaces, type Pixels } from '../../../apps/hosted-page/face/find-faces.ts'
import type { HeadPose } from './guide.ts'

let find: ((pixels: Pixels) => Face[]) | undefined

/**
 * Finds the head's pose off the main thread. The net's weights arrive once as a message; until then nothing is
 * detected.
 */
self.onmessage = ({ data }: MessageEvent<Pixels | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    const net = openFaceNet(data)
    find = (pixels) => findFaces(net, pixels)
    return
  }
  const face = find?.(data)[0]
  self.postMessage({ blind: !find, look: face && lookOf(face, data.width) })
}

/** The frame is not mirrored: the person's left is on its right. */
function lookOf({ nose, leftEar, rightEar, width }: Face, frameWidth: number): HeadPose {
  const middle = (leftEar.x + rightEar.x) / 2
  return { turn: (nose.x - middle) / Math.max(1, Math.abs(rightEar.x - leftEar.x)), size: width / frameWidth }
}
