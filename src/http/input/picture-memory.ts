/**
 * Memory for one picture while it arrives: it grows in place, outside the heap of the process, and is given back to the
 * system the moment it is released. Left to the collector and the allocator, 32 pictures of 10 MB held 600 MB more.
 */
interface PictureMemory {
  /** Room for so many bytes behind those that are kept. */
  room(bytes: number): Buffer
  /** So many of them were filled. */
  keep(bytes: number): void
  /** What is kept so far. */
  bytes(): Buffer
}

/** Grown by as much at a time: every growth asks the system. */
const STEP = 1_048_576

/** Whoever fills it sees to it that no more than `most` bytes are asked for. */
export function openPictureMemory(most: number): PictureMemory {
  const memory = new ArrayBuffer(0, { maxByteLength: most })
  let length = 0
  return {
    room(bytes) {
      const needed = length + bytes
      if (needed > memory.byteLength) memory.resize(Math.min(most, Math.ceil(needed / STEP) * STEP))
      return Buffer.from(memory, length, bytes)
    },
    keep(bytes) {
      length += bytes
    },
    bytes: () => Buffer.from(memory, 0, length),
  }
}

/** Nobody looks at this picture any more. One that lies elsewhere is left to the collector. */
export function releasePicture({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0)
}
