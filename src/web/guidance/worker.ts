import { type Area, type Grey, toGrey } from '../../domain/picture/quality/measures.ts'
import { type CornerReport, followOutline } from './follow.ts'
import { judgeDocument } from './judge-frame.ts'

export interface FrameRequest {
  frame: number
  overview: ImageData
  detail: ImageData
  window: Area
  /** The corner net looks at this frame too. */
  isShown: boolean
}

const follower = followOutline()
let before: Grey | undefined

/** Judges frames of a document off the main thread, one after the other; in between comes what the corner net says. */
self.onmessage = ({ data }: MessageEvent<FrameRequest | CornerReport>) => {
  if (!('overview' in data)) {
    follower.report(data)
    return
  }
  const overview = toGrey(data.overview)
  const frame = { overview, detail: toGrey(data.detail), window: data.window }
  self.postMessage(judgeDocument(frame, before, follower.sidesIn(data.frame, overview, data.isShown)))
  before = overview
}
