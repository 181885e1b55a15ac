import { type Grey, toGrey } from '../../domain/picture/quality/measures.ts'
import type { Cut } from './cut-frame.ts'
import { type CornerReport, followOutline } from './follow.ts'
import { type Judged, judgeDocument } from './judge-frame.ts'
import { openPieces, type Pieces } from './pieces.ts'
import { fingerprintOf } from './scene-fingerprint.ts'

/** A frame to be judged: as the camera gave it, or cut by the page where the browser cannot send it. */
export interface FrameRequest {
  frame: number
  picture: VideoFrame | Pieces
  cut: Cut
  /** The corner net looks at this frame too. */
  isShown: boolean
}

const follower = followOutline()
let before: Grey | undefined

/** Judges frames of a document off the main thread, one after the other; in between comes what the corner net says. */
self.onmessage = ({ data }: MessageEvent<FrameRequest | CornerReport>) => {
  if ('cut' in data) void judge(data)
  else follower.report(data)
}

/** Nothing is answered but that there is nothing to say where the frame cannot be opened here. */
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
