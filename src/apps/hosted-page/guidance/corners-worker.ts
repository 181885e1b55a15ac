import type { Area } from '../../../vision/picture/quality/measures.ts'
import { type CornerNet, nameSides, openCornerNet } from '../corners/corner-net.ts'
import { NET_SIDE } from './cut-frame.ts'
import type { CornerReport } from './follow.ts'
import { cutPiece, workerPen } from './pieces.ts'

/** A camera's picture in the form of the net's input, and its position in the overview that the corners refer to. */
export interface CornerRequest {
  frame: number
  shown: ImageData | VideoFrame
  picture: Area
}

let net: CornerNet | undefined

/** Finds documents off the main thread. The weights arrive once, before all frames; if the net cannot run, it fails. */
self.onmessage = ({ data }: MessageEvent<CornerRequest | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    net = openCornerNet(data)
    return
  }
  if (!net) throw new Error('the weights come first')
  const report: CornerReport = { frame: data.frame, sides: nameSides(net(pixelsOf(data.shown)), data.picture) }
  self.postMessage(report)
}

function pixelsOf(shown: ImageData | VideoFrame): Uint8ClampedArray {
  if ('data' in shown) return shown.data
  const { displayWidth: width, displayHeight: height } = shown
  const { data } = cutPiece(workerPen(), shown, { x: 0, y: 0, width, height }, NET_SIDE, NET_SIDE)
  shown.close()
  return data
}
