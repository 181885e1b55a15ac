/**
 * Repeats the work: immediately while there is more of it, otherwise after a pause. A failure is reported, and the work
 * is retried.
 */
export function repeat(
  pauseMs: number,
  work: () => Promise<boolean>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const running = loop()

  async function loop(): Promise<void> {
    while (!stopped) {
      const more = await work().catch((error: unknown) => {
        failed(error)
        return false
      })
      if (!more && !stopped) await pause()
    }
  }

  /** A little longer or shorter each time (jitter), so that nodes started together do not run in step. */
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    stop: () => {
      stopped = true
      wake()
      return running
    },
  }
}
