/** What the browser reports about a loaded file. */
export interface Loaded {
  transferSize: number
  responseStart: number
  responseEnd: number
}

/** How a picture is sent: its longest side and the quality of the JPEG. */
export interface SentAs {
  longest: number
  quality: number
  /** Smaller files are sent unchanged. */
  asItIs: number
}

export const LARGE: SentAs = { longest: 2560, quality: 0.92, asItIs: 4_000_000 }
/** The same number of pixels in 361 kB at the median, a third of the large one's. */
const MIDDLE: SentAs = { longest: 2560, quality: 0.75, asItIs: 600_000 }
/** 128 kB at the median and 200 at most (`npm run bench -- picture-size`): four seconds at 50 kB a second. */
const SMALL: SentAs = { longest: 1600, quality: 0.75, asItIs: 250_000 }

/**
 * A phone sends at a sixth of the rate at which it receives (4G: 1.35 of 8.1 megabits), and only the receiving rate is
 * known.
 */
const LESS_UP = 6
/** Bytes per second below which the large picture, a megabyte at the median, takes longer than four seconds. */
const FAST = 250_000 * LESS_UP
/** Below this the connection is slow in both directions. */
const SLOW = 250_000
/** A smaller file has loaded before the connection reaches its full rate. */
const LEAST_BYTES = 20_000

/** The size that the connection can probably send in four seconds; large if nothing is known about it. */
export function sentOver(loaded: readonly Loaded[]): SentAs {
  const rate = rateOf(loaded) ?? FAST
  if (rate >= FAST) return LARGE
  return rate < SLOW ? SMALL : MIDDLE
}

/**
 * The same for this page, with a file that is still loading: over a slow connection somebody may take a picture before
 * the corner net has arrived. Selfies, which are checked for liveness, are always sent large.
 */
export function sentHere(kind: 'document' | 'face', underWay?: Loaded): SentAs {
  if (kind === 'face') return LARGE
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return sentOver(underWay ? [...loaded, underWay] : loaded)
}

/**
 * Bytes per second at which the page itself was loaded, mainly the corner net; undefined if it came from the cache. All
 * files together: a single small one may arrive in one piece, as if over a fast connection.
 */
function rateOf(loaded: readonly Loaded[]): number | undefined {
  const large = loaded.filter(({ transferSize }) => transferSize >= LEAST_BYTES)
  // If there are only small files, they give a measurement together.
  const measured = large.length ? large : loaded
  const bytes = measured.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return bytes < LEAST_BYTES ? undefined : (1_000 * bytes) / Math.max(1, timeOf(measured))
}

/** Milliseconds in which any of them was loading; files that loaded at the same time shared the connection. */
function timeOf(loaded: readonly Loaded[]): number {
  let [time, until] = [0, 0]
  for (const { responseStart, responseEnd } of [...loaded].sort((a, b) => a.responseStart - b.responseStart)) {
    time += Math.max(0, responseEnd - Math.max(until, responseStart))
    until = Math.max(until, responseEnd)
  }
  return time
}
