import weightsAddress from '#page-corners?url'
import type { Loaded } from '../camera/line.ts'
import type { CornerRequest } from './corners-worker.ts'
import type { CornerReport } from './follow.ts'

/** The corner net in its worker, one for the lifetime of the page: it is loaded and opened once. */
export interface CornerAsker {
  /** Whether it can take a frame now: the net looks at one at a time. */
  isFree(): boolean
  show(request: CornerRequest): void
  /** Receives the answers; a report without sides says that there will be none. */
  listen(hear: (report: CornerReport) => void): void
}

/**
 * The approximate download size. The exact size is in the response headers, which arrive late over a slow connection.
 */
const NET_BYTES = 1_340_000

/** The net while it is loading: its size, and when it was requested. */
let coming: { transferSize: number; responseStart: number } | undefined

/**
 * The measurement as if it had just arrived, an upper limit for the connection's rate; undefined if it is not loading.
 */
export const netUnderWay = (): Loaded | undefined => coming && { ...coming, responseEnd: performance.now() }

let loading: Promise<CornerAsker | undefined> | undefined

/** Loads the net on the first call. Undefined if it cannot be loaded: the page then uses its own finder. */
export function loadCorners(): Promise<CornerAsker | undefined> {
  loading ??= load().catch((error: unknown) => {
    console.warn('The document is looked for without the corner net.', error)
    return undefined
  })
  return loading
}

/**
 * The weights of a net, fetched by the page, whose policy allows it: a worker has the policy of its own file, which
 * allows nothing.
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
