import { ConfigError } from '../../config.ts'
import { WrongMasterKey } from '../../storage/keys/check-master-key.ts'

/** An ordinary fault of the machine or its settings in a sentence, or undefined for a bug, which keeps its stack. */
export function describeFault(error: unknown): { sentence: string; exitCode: number } | undefined {
  if (error instanceof ConfigError || error instanceof WrongMasterKey) return { sentence: error.message, exitCode: 2 }
  return undefined
}
