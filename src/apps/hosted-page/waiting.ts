export type Wait = 'offline' | 'busy' | undefined

/** What a request is waiting for and the progress of an upload: set by the api, shown by the screens. */
export interface Waiting {
  readonly wait: Wait
  readonly share: number
  set(wait: Wait): void
  setShare(share: number): void
  /** Calls back on every change; the returned function unsubscribes. */
  listen(listener: () => void): () => void
}

export function watchWaiting(): Waiting {
  let wait: Wait
  let share = 0
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    get wait() {
      return wait
    },
    get share() {
      return share
    },
    set(next) {
      if (next === wait) return
      wait = next
      tell()
    },
    setShare(next) {
      share = next
      tell()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
