import { WrongMasterKey } from '../../kernel/rights/check-master-key.ts'
import { NewerSchema } from '../../kernel/storage/migrate.ts'
import type { DescribeFault } from '../../platform/cli/run-command-line.ts'
import { UnreadableKey } from '../../platform/keys/keys.ts'
import { ConfigError } from '../../platform/settings/setting.ts'
import { Unavailable } from '../../platform/unavailable.ts'
import { EngineBusy, EngineFault } from '../../vision/engine.ts'

/** An ordinary fault of the machine or its settings in a sentence, or undefined for a bug, which keeps its stack. */
export const describeFault: DescribeFault = (error) => {
  if ([ConfigError, WrongMasterKey, UnreadableKey, NewerSchema].some((known) => error instanceof known))
    return { sentence: (error as Error).message, exitCode: 2 }
  const sentence = sentenceOf(error)
  return sentence === undefined ? undefined : { sentence, exitCode: 1 }
}

interface Described extends Error {
  code?: unknown
  syscall?: unknown
  severity?: unknown
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, code, syscall, severity } = error as Described
  if (error instanceof Unavailable && isOfSqlite(error.cause)) return sentenceOf(error.cause)
  if (error instanceof Unavailable) return `${message}; is it running, and do DATABASE_URL and IMAGES_URL name it?`
  if (error instanceof EngineFault || error instanceof EngineBusy) return `the engine failed: ${firstLine(message)}`
  if (code === 'ERR_SQLITE_ERROR') return `the database in DATA_DIR cannot be used: ${firstLine(message)}`
  if (typeof severity === 'string') return `the database refuses: ${firstLine(message)}; look at DATABASE_URL`
  // A file or a connection: the message names the path or the address.
  if (typeof syscall === 'string' && typeof code === 'string') return hintOf(code, firstLine(message))
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner === undefined ? undefined : sentenceOf(inner)
}

const isOfSqlite = (cause: unknown): boolean => (cause as Described | undefined)?.code === 'ERR_SQLITE_ERROR'

const firstLine = (message: string): string => message.split('\n')[0] ?? message

function hintOf(code: string, message: string): string {
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${message}: the user of this command may not write there (DATA_DIR, or the file that was named)`
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${message}: a folder is needed there`
  return message
}
