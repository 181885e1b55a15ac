import { strFromU8, unzipSync } from 'fflate'

/** What an answer is searched for: its kind and its bytes. */
export interface Answer {
  headers: Record<string, unknown>
  rawPayload: Uint8Array
}

/**
 * A stack frame, a source file, or a place in the file system, where an answer shows one.
 * Only text is searched: in compressed bytes and pictures any of these turns up by chance.
 */
export function insideShownBy({ headers, rawPayload }: Answer): string | undefined {
  const type = String(headers['content-type'] ?? '')
  return textsOf(type, rawPayload)
    .map((text) => INSIDE.exec(text)?.[0])
    .find((match) => match !== undefined)
}

/** `.ts` ends a word: the last part of a token may begin with `ts` and go on with a hyphen. */
const INSIDE =
  /\n\s+at |node_modules|\.ts(?![\w-])|node:internal|(^|[^\w.])\/(home|root|tmp|usr|var|work|etc)\b|[A-Z]:\\/

function textsOf(type: string, bytes: Uint8Array): string[] {
  if (/^application\/zip\b/.test(type))
    return Object.entries(unzipSync(bytes)).flatMap(([name, file]) => [name, strFromU8(file)])
  return isText(type) ? [Buffer.from(bytes).toString()] : []
}

/** Scripts are left out: those of the pages are built from public source and may name its files. */
function isText(type: string): boolean {
  return type === '' || (/^text\/|\bjson\b|\bxml\b/.test(type) && !/javascript/.test(type))
}
