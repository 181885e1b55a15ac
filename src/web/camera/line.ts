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
/** 128 kB at the median and 200 at most (`npm run bench -- picture-size`): four seconds at 50 kB a second. */
const SMALL: SentAs = { longest: 1600, quality: 0.75, asItIs: 250_000 }

/** Bytes a second under which the large picture, a megabyte at the median, takes longer than four seconds. */
const SLOW = 250_000
/** Smaller files are over before the line has shown what it can do. */
const TELLING_BYTES = 20_000

/** As large as the line carries in four seconds; the large one where nothing is known of it. */
export const sentOver = (loaded: readonly Loaded[]): SentAs => ((rateOf(loaded) ?? SLOW) < SLOW ? SMALL : LARGE)

/**
 * The same for this page, and what is still on its way to it: over a slow line somebody takes a picture before the corner
 * net is there. Selfies, which are judged for signs of life, always travel large.
 */
export function sentHere(kind: 'document' | 'face', underWay?: Loaded): SentAs {
  if (kind === 'face') return LARGE
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return sentOver(underWay ? [...loaded, underWay] : loaded)
}

/** Bytes a second that the page itself was loaded with, the corner net above all; undefined where it came from the cache. */
function rateOf(loaded: readonly Loaded[]): number | undefined {
  const telling = loaded.filter(({ transferSize }) => transferSize >= TELLING_BYTES)
  const rates = telling.map(
    ({ transferSize, responseStart, responseEnd }) => (1_000 * transferSize) / Math.max(1, responseEnd - responseStart),
  )
  return rates.length ? Math.max(...rates) : undefined
}
