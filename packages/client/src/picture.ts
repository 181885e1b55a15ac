import type { Call } from './request.ts'

/**
 * A picture as you have it: bytes, a Blob or File, a stream, or the https address of one. JPEG, PNG, WebP, HEIC or HEIF, at
 * most 10 MB. Node's own file streams will do: `createReadStream('front.jpg')`.
 */
export type Picture = Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | URL

/** The body of a request that sends it. Streams are gathered, so that a call can be repeated. */
export async function bodyOf(picture: Picture): Promise<NonNullable<Call['body']>> {
  if (picture instanceof URL) return { type: 'application/json', content: JSON.stringify({ imageBase: picture.href }) }
  if (picture instanceof Blob) return { type: BYTES, content: picture }
  if (picture instanceof Uint8Array) return { type: BYTES, content: new Uint8Array(picture) }
  if (picture instanceof ArrayBuffer) return { type: BYTES, content: new Uint8Array(picture) }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of 'getReader' in picture ? partsOf(picture) : picture)
    parts.push(part as Uint8Array<ArrayBuffer>)
  return { type: BYTES, content: new Blob(parts) }
}

const BYTES = 'application/octet-stream'

/** Not every browser iterates its streams. */
async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}
