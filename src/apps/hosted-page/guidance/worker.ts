import { type Grey, toGrey } from '../../../vision/picture/quality/measures.ts'
import type { Cut } from './cut-frame.ts'
import { type CornerReport, followOutline } from './follow.ts'
import { type Judged, judgeDocument } from './judge-frame.ts'
import { openPieces, type Pieces } from './pieces.ts'
import { fingerprintOf } from './scene-fingerprint.ts'

/** A frame to judge: as the camera delivered it, or cut by the page if the browser cannot send it. */
export interface FrameRequest {
  frame: number
  picture: VideoFrame | Pieces
  cut: Cut
  /** The corner net also looks at this frame. */
  isShown: boolean
}

const follower = followOutline()
let before: Grey | undefined

/**
 * Judges frames of a document off the main thread, one after the other; results of the corner net arrive in between.
 */
self.onmessage = ({ data }: MessageEvent<FrameRequest | CornerReport>) => {
  if ('cut' in data) void judge(data)
  else follower.report(data)
}

/** If the frame cannot be opened here, the answer is only that there is no judgement. */
async function judge({ frame, picture, cut, isShown }: FrameRequest): Promise<void> {
  const pieces = 'overview' in picture ? picture : await openPieces(picture, cut)
  if (!pieces) return self.postMessage(undefined)
  const overview = toGrey(pieces.overview)
  const shown = { overview, detail: toGrey(pieces.detail), window: cut.window }
  const judgement = judgeDocument(shown, before, follower.sidesIn(frame, overview, isShown))
  const judged: Judged = { ...judgement, fingerprint: fingerprintOf(overview, judgement.quad) }
  self.postMessage(judged)
  before = overview
}
