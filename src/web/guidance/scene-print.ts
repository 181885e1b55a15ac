/** What was before the camera when a picture was taken, small: by this the page knows whether anything has changed. */
export interface ScenePrint {
  /** All that was visible. */
  scene: Uint8Array
  /** The document alone, straightened; present where its corners were known. */
  page?: Uint8Array
}

export const PRINT = { width: 24, height: 16 }
/** Mean difference of grey values from which on the scene is another: a hand's tremble stays under it. */
const CHANGED = 10
/** Correlation from which on two prints show the same side of a document. */
const SAME_SIDE = 0.8

/** Has something happened before the camera since? The person moved the document or the camera, or the light changed. */
export function hasChanged(now: Uint8Array, before: Uint8Array): boolean {
  let sum = 0
  for (let at = 0; at < now.length; at += 1) sum += Math.abs((now[at] ?? 0) - (before[at] ?? 0))
  return sum / Math.max(1, now.length) > CHANGED
}

/** Is it the same side of the document, this way up or the other? */
export function isSameSide(now: Uint8Array, before: Uint8Array): boolean {
  return correlationOf(now, before) > SAME_SIDE || correlationOf(now, before.slice().reverse()) > SAME_SIDE
}

function correlationOf(a: Uint8Array, b: Uint8Array): number {
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, squareA, squareB] = [0, 0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [(a[at] ?? 0) - meanA, (b[at] ?? 0) - meanB]
    both += x * y
    squareA += x * x
    squareB += y * y
  }
  return both / Math.max(1, Math.sqrt(squareA * squareB))
}
