/** Which session a wallet's request belongs to, known to every node. An id is kept as a hash alone. */
export interface WalletRequests {
  create(row: { idSha256: string; tenant: string; sessionId: string; expiresAt: Date }): Promise<void>
  /** Undefined when unknown or over. */
  find(idSha256: string, now: Date): Promise<{ tenant: string; sessionId: string } | undefined>
  /** Forgets those that are over. */
  prune(now: Date): Promise<void>
}
