import type { Picture } from './picture.ts'

/**
 * Gives the pixels back at once: what is not left to the collector does not set it off, and it takes a third less time.
 * Nobody may look at it any more, and no thread of the picture library either.
 */
export function releasePixels({ data: { buffer, byteLength } }: Picture): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
