import { type Judgement, judgeDocument, judgeFace } from './judge-frame.ts'
import { type Area, type Grey, toGrey } from './measures.ts'

export interface FrameRequest {
  kind: 'document' | 'face'
  overview: ImageData
  detail: ImageData
  window: Area
}

let before: Grey | undefined

/** Judges frames off the main thread, one after the other. */
self.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
  const overview = toGrey(data.overview)
  const frame = { overview, detail: toGrey(data.detail), window: data.window }
  const judgement: Judgement = data.kind === 'document' ? judgeDocument(frame, before) : judgeFace(frame, before)
  before = overview
  self.postMessage(judgement)
}
