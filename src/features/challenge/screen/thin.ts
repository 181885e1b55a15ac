/** A frame of the film, as it is sent. */
export interface FilmFrame {
  /** Milliseconds since the challenge was drawn. */
  at: number
  image: Blob
  /** Shows the end of a move: it must be kept. */
  key: boolean
}

/** As many as the service can examine in time; at 24 kB each, a slow connection can carry them. */
const MOST_FRAMES = 16

/**
 * Removes frames where they are closest together, except the ends of moves and of the film, until there are few enough.
 */
export function thin(frames: readonly FilmFrame[], most = MOST_FRAMES): FilmFrame[] {
  const kept = [...frames]
  while (kept.length > most) {
    const gaps = kept.map((frame, at) => {
      const [before, after] = [kept[at - 1], kept[at + 1]]
      if (!before || !after) return Number.POSITIVE_INFINITY
      return after.at - before.at + (frame.key ? 100_000 : 0)
    })
    kept.splice(gaps.indexOf(Math.min(...gaps)), 1)
  }
  return kept
}
