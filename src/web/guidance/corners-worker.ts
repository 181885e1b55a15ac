import type { Area } from '../../domain/picture/quality/measures.ts'
import { type CornerNet, openCornerNet } from '../corners/corner-net.ts'
import { nameSides } from '../corners/name-sides.ts'
import type { CornerReport } from './follow.ts'

/** A camera's picture as the net is shown it, and where it lies in the overview that its corners are told in. */
export interface CornerRequest {
  frame: number
  shown: ImageData
  picture: Area
}

let net: CornerNet | undefined

/** Looks for documents off the main thread. The weights come once, before all frames; where the net cannot run it fails. */
self.onmessage = ({ data }: MessageEvent<CornerRequest | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    net = openCornerNet(data)
    return
  }
  if (!net) throw new Error('the weights come first')
  const report: CornerReport = { frame: data.frame, sides: nameSides(net(data.shown.data), data.picture) }
  self.postMessage(report)
}
