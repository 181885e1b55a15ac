import weightsAddress from '#page-corners?url'
import type { Loaded } from '../camera/line.ts'
import type { CornerRequest } from './corners-worker.ts'
import type { CornerReport } from './follow.ts'

/** The corner net in its worker, one for the life of the page: it is loaded once and opened once. */
export interface CornerAsker {
  /** Whether a frame may be shown now: the net looks at one at a time. */
  isFree(): boolean
  show(request: CornerRequest): void
  /** Where the answers go; a report without sides says that there will be none. */
  listen(hear: (report: CornerReport) => void): void
}

/** About as many bytes travel. How many exactly is said by the answer, which a slow line brings late. */
const NET_BYTES = 1_340_000

/** The net while it is still coming: how large it is, and since when it was asked for. */
let coming: { transferSize: number; responseStart: number } | undefined

/** As if it had come just now, which the line is slower than; undefined where it is not on its way. */
export const netUnderWay = (): Loaded | undefined => coming && { ...coming, responseEnd: performance.now() }

let loading: Promise<CornerAsker | undefined> | undefined

/** Loads the net, the first time it is asked for. Undefined where it cannot be had: the page then looks in its own way. */
export function loadCorners(): Promise<CornerAsker | undefined> {
  loading ??= load().catch((error: unknown) => {
    console.warn('The document is looked for without the corner net.', error)
    return undefined
  })
  return loading
}

/**
 * The weights of a net, fetched by the page, whose policy allows it: a worker has that of the file it came in, which allows
 * nothing.
 */
export async function fetchWeights(address: string, priority?: RequestPriority): Promise<ArrayBuffer> {
  const response = await fetch(address, { priority })
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`)
  return response.arrayBuffer()
}

async function load(): Promise<CornerAsker> {
  coming = { transferSize: NET_BYTES, responseStart: performance.now() }
  const weights = await fetchWeights(weightsAddress, 'low').finally(() => {
    coming = undefined
  })
  const worker = new Worker(new URL('./corners-worker.ts', import.meta.url), { type: 'module' })
  let busy = false
  let failed = false
  let hear: ((report: CornerReport) => void) | undefined
  worker.onmessage = ({ data }: MessageEvent<CornerReport>) => {
    busy = false
    hear?.(data)
  }
  worker.onerror = ({ message }) => {
    failed = true
    console.warn('The document is looked for without the corner net.', message)
    hear?.({ frame: 0, sides: undefined })
  }
  worker.postMessage(weights, [weights])
  return {
    isFree: () => !busy && !failed,
    show(request) {
      busy = true
      worker.postMessage(request, ['data' in request.shown ? request.shown.data.buffer : request.shown])
    },
    listen(next) {
      hear = next
    },
  }
}
