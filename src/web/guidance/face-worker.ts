import weightsAddress from '#page-face?url'
import { openFaceNet } from '../face/face-net.ts'
import { judgeFace, judgeLight } from './judge-face.ts'
import { type LookForFaces, lookForFaces } from './look-for-faces.ts'
import { type Grey, toGrey } from './measures.ts'
import type { FrameRequest } from './worker.ts'

let look: LookForFaces | undefined
let before: Grey | undefined

/** Until the net is here, and where it cannot be had, light alone is judged and the shutter is pressed by hand. */
async function fetchNet(): Promise<void> {
  const response = await fetch(weightsAddress)
  if (!response.ok) throw new Error(`the face net was answered with ${response.status}`)
  look = lookForFaces(openFaceNet(await response.arrayBuffer()))
}
fetchNet().catch((error: unknown) => console.warn('The selfie is taken without guidance.', error))

/** Judges frames of a selfie off the main thread, one after the other. */
self.onmessage = ({ data: { overview: pixels, window } }: MessageEvent<FrameRequest>) => {
  const overview = toGrey(pixels)
  const frame = { overview, window }
  self.postMessage(look ? judgeFace({ ...frame, faces: look(pixels, window) }, before) : judgeLight(frame))
  before = overview
}
