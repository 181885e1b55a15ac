/** What the browser tells of a file that was loaded. */
export interface Loaded {
  transferSize: number
  responseStart: number
  responseEnd: number
}

/** How a picture is sent: its longest side and the quality of the JPEG. */
export interface SentAs {
  longest: number
  quality: number
  /** Bytes under which a chosen file travels as it is. */
  asItIs: number
}

export const LARGE: SentAs = { longest: 2560, quality: 0.92, asItIs: 4_000_000 }
/** As many pixels in 361 kB at the median, a third of the large one's. */
const MIDDLE: SentAs = { longest: 2560, quality: 0.75, asItIs: 600_000 }
/** 128 kB at the median and 200 at most (`npm run bench -- picture-size`): four seconds at 50 kB a second. */
const SMALL: SentAs = { longest: 1600, quality: 0.75, asItIs: 250_000 }

/** A phone's line sends a sixth of what it receives (4G: 1.35 of 8.1 megabits), and only what it receives is known. */
const LESS_UP = 6
/** Bytes a second under which the large picture, a megabyte at the median, takes longer than four seconds. */
const FAST = 250_000 * LESS_UP
/** Under it a line is slow in both directions. */
const SLOW = 250_000
/** Less is over before the line has shown what it can do. */
const LEAST_BYTES = 20_000

/** As large as the line likely carries in four seconds; the large one where nothing is known of it. */
export function sentOver(loaded: readonly Loaded[]): SentAs {
  const rate = rateOf(loaded) ?? FAST
  if (rate >= FAST) return LARGE
  return rate < SLOW ? SMALL : MIDDLE
}

/**
 * The same for this page, and what is still on its way to it: over a slow line somebody takes a picture before the corner
 * net is there. Selfies, which are judged for signs of life, always travel large.
 */
export function sentHere(kind: 'document' | 'face', underWay?: Loaded): SentAs {
  if (kind === 'face') return LARGE
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return sentOver(underWay ? [...loaded, underWay] : loaded)
}

/**
 * Bytes a second that the page itself was loaded with, the corner net above all; undefined where it came from the cache.
 * All files together: a small one may come in one piece, as if over a fast line.
 */
function rateOf(loaded: readonly Loaded[]): number | undefined {
  const large = loaded.filter(({ transferSize }) => transferSize >= LEAST_BYTES)
  // The page itself comes in small files, which tell something together.
  const measured = large.length ? large : loaded
  const bytes = measured.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return bytes < LEAST_BYTES ? undefined : (1_000 * bytes) / Math.max(1, timeOf(measured))
}

/** Milliseconds in which any of them was coming; what came at the same time shared the line. */
function timeOf(loaded: readonly Loaded[]): number {
  let [time, until] = [0, 0]
  for (const { responseStart, responseEnd } of [...loaded].sort((a, b) => a.responseStart - b.responseStart)) {
    time += Math.max(0, responseEnd - Math.max(until, responseStart))
    until = Math.max(until, responseEnd)
  }
  return time
}
