import { type Grey, toGrey } from '../../../vision/picture/quality/measures.ts'
import { openFaceNet } from '../face/face-net.ts'
import { judgeFace, judgeLight, type LookForFaces, lookForFaces } from './judge-face.ts'
import type { Judged } from './judge-frame.ts'
import { openPieces } from './pieces.ts'
import { fingerprintOf } from './scene-fingerprint.ts'
import type { FrameRequest } from './worker.ts'

let look: LookForFaces | undefined
let before: Grey | undefined

/**
 * Judges frames of a selfie off the main thread, one after the other. The net's weights arrive once as a message: until
 * then, and if they cannot be loaded, only light is judged and the person presses the shutter.
 */
self.onmessage = ({ data }: MessageEvent<FrameRequest | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) look = lookForFaces(openFaceNet(data))
  else void judge(data)
}

async function judge({ picture, cut }: FrameRequest): Promise<void> {
  const pieces = 'overview' in picture ? picture : await openPieces(picture, cut)
  if (!pieces) return self.postMessage(undefined)
  const overview = toGrey(pieces.overview)
  const frame = { overview, window: cut.window }
  const faces = look?.(pieces.overview, cut.window)
  const judgement = faces ? judgeFace({ ...frame, faces }, before) : judgeLight(frame)
  const judged: Judged = { ...judgement, fingerprint: fingerprintOf(overview, undefined) }
  self.postMessage(judged)
  before = overview
}
