export type Wait = 'offline' | 'busy' | undefined

/** What a request is waiting for and how far an upload has come: set by the api, shown by the screens. */
export class Waiting {
  wait: Wait
  share = 0
  private readonly listeners = new Set<() => void>()

  readonly set = (wait: Wait): void => {
    if (wait === this.wait) return
    this.wait = wait
    this.tell()
  }

  readonly setShare = (share: number): void => {
    this.share = share
    this.tell()
  }

  /** Calls back on every change; the answer ends it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
