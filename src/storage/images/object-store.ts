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
  /** Puts an object where the sweep keeps what it will remove; `get` goes on finding it. Nothing happens where there is none. */
  moveAside(sessionId: string, object: string): Promise<void>
  /** What lies aside, with the time it was put there; in some fixed order, at most some hundred of them. */
  listAside(): Promise<StoredObject[]>
  removeAside(sessionId: string, object: string): Promise<void>
  /** The id of the installation whose pictures these are; undefined where nobody has said so yet. */
  readOwner(): Promise<string | undefined>
  /** Says whose pictures these are. Whoever was first stays: read it again. */
  writeOwner(installation: string): Promise<void>
  /** Throws when it could store nothing at this moment. */
  check(): Promise<void>
}

export interface StoredObject {
  sessionId: string
  object: string
  storedAt: Date
}

/** Where a store says whose pictures it holds, and where it keeps what will be removed. No session's id begins with a dot. */
export const OWNER_NAME = '.limen-installation'
export const ASIDE_NAME = '.orphans'
