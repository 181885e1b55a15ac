import { type Area, type Grey, toGrey } from '../../domain/picture/quality/measures.ts'
import { judgeDocument } from './judge-frame.ts'

export interface FrameRequest {
  overview: ImageData
  detail: ImageData
  window: Area
}

let before: Grey | undefined

/** Judges frames of a document off the main thread, one after the other. */
self.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
  const overview = toGrey(data.overview)
  self.postMessage(judgeDocument({ overview, detail: toGrey(data.detail), window: data.window }, before))
  before = overview
}
