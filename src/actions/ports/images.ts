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
  /** Why nothing in this store may be swept: it is another installation's, or may be. Undefined where it is this one's. */
  stranger(): Promise<string | undefined>
  /**
   * Objects that no row points at and that are older than `before`: those of sessions that were erased here, and of others a
   * small share of all at most.
   */
  orphans(before: Date, limit: number): Promise<(PictureObject & { ofErased: boolean })[]>
  /** Keeps an object apart from the others; it can still be read, until it is removed. */
  moveAside(sessionId: string, object: string): Promise<void>
  /** Removes what has lain aside since before `before`, and says which; what a row points at again is put back. */
  takeExpiredAside(before: Date, limit: number): Promise<PictureObject[]>
}

export interface PictureObject {
  sessionId: string
  object: string
}
