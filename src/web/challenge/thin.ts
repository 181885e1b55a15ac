/** A frame of the film, as it is sent. */
export interface FilmFrame {
  /** Milliseconds since the challenge was drawn. */
  at: number
  image: Blob
  /** Shows a move at its end: not to be left out. */
  key: boolean
}

/** As many as the service looks at within its time, and at 24 kB each a slow line carries them. */
const MOST_FRAMES = 16

/** Leaves out frames where they lie closest, the ends of moves and of the film apart, until there are few enough. */
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
