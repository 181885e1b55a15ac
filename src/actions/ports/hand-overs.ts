import type { Locale } from '../../domain/vocabulary.ts'

/** Codes that open a session on another device, known to every node. A code is kept as a hash alone. */
export interface HandOvers {
  create(handOver: HandOver): Promise<void>
  /** Undefined when unknown or over. */
  find(codeSha256: string, now: Date): Promise<HandOver | undefined>
  /** Uses it up, with every other code of its session. False when somebody else did before. */
  spend(codeSha256: string): Promise<boolean>
  /** Forgets those of a session. */
  drop(sessionId: string): Promise<void>
  /** Forgets those that are over. */
  prune(now: Date): Promise<void>
}

interface HandOver {
  codeSha256: string
  tenant: string
  sessionId: string
  /** The language that the person has chosen on the device they come from. */
  lang?: Locale
  expiresAt: Date
  /** When the first of the tokens was issued from which it descends: renewing has an end. */
  firstIssuedAt: Date
}
