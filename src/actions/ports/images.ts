export interface Images {
  /**
   * Stores the picture sealed under the session's key, durable when it returns, under a fresh object name. Of a session
   * that is gone nothing is stored; the write of its row will find that out.
   */
  put(sessionId: string, bytes: Uint8Array): Promise<string>
  /** Undefined when the object is gone. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** Objects that no row points at and that are older than `before`; the sweep removes them. */
  orphans(before: Date, limit: number): Promise<{ sessionId: string; object: string }[]>
}
