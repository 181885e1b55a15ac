/** Where objects lie, by session and random name. It sees sealed bytes only. */
export interface ObjectStore {
  /** Durable when it returns. */
  put(sessionId: string, object: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such object. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** The next objects in some fixed order, after a place in it that an earlier call handed back; `next` is absent at the end. */
  list(after?: string): Promise<{ objects: StoredObject[]; next?: string }>
  /** Throws when it could store nothing at this moment. */
  check(): Promise<void>
}

export interface StoredObject {
  sessionId: string
  object: string
  storedAt: Date
}
