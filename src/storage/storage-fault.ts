import { Unavailable } from '../actions/ports/installation.ts'

/** SQLite's result codes, without what is in their upper bytes: busy, locked, no memory, read-only, input or output, full, cannot open. */
const SQLITE = new Set([5, 6, 7, 8, 10, 13, 14])
/** No room, a quota, a disk that fails or went read-only, no more file handles. */
const FILES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

/**
 * What was thrown, as Unavailable where the disk or what lies on it cannot take a write just now: nobody's request was
 * wrong, and the same one succeeds once there is room again.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  const sqlite = typeof errcode === 'number' && SQLITE.has(errcode & 0xff)
  if (!sqlite && !FILES.has(String(code))) return error
  return new Unavailable(`what is stored cannot be reached or written: ${error.message}`, { cause: error })
}
