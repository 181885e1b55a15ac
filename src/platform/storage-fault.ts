import { Unavailable } from './unavailable.ts'

/** SQLite's result codes, without what is in their upper bytes: busy, locked, no memory, read-only, input or output, full, cannot open. */
const SQLITE = new Set([5, 6, 7, 8, 10, 13, 14])
/** No space, a quota, a disk that fails or went read-only, no more file handles. */
const FILES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * The thrown error, as Unavailable if the disk or its contents cannot accept a write just now: the request was not
 * wrong, and the same one succeeds when there is space again.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  const sqlite = typeof errcode === 'number' && SQLITE.has(errcode & 0xff)
  if (!sqlite && !FILES.has(String(code))) return error
  return new Unavailable(`the stored data cannot be reached or written: ${error.message}`, { cause: error })
}
