import { type Grey, toGrey } from '../../domain/picture/quality/measures.ts'
import { openFaceNet } from '../face/face-net.ts'
import { judgeFace, judgeLight } from './judge-face.ts'
import { type LookForFaces, lookForFaces } from './look-for-faces.ts'
import type { FrameRequest } from './worker.ts'

let look: LookForFaces | undefined
let before: Grey | undefined

/**
 * Judges frames of a selfie off the main thread, one after the other. The net's weights come once as a message: until
 * then, and where they cannot be had, light alone is judged and the shutter is pressed by hand.
 */
self.onmessage = ({ data }: MessageEvent<FrameRequest | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    look = lookForFaces(openFaceNet(data))
    return
  }
  const overview = toGrey(data.overview)
  const frame = { overview, window: data.window }
  self.postMessage(look ? judgeFace({ ...frame, faces: look(data.overview, data.window) }, before) : judgeLight(frame))
  before = overview
}
