interface Piece {
  text: string
  differs: boolean
}

/** Cuts a text into the pieces that another one has too, in the same order, and those that differ. Case does not count. */
export function differences(text: string, other: string): Piece[] {
  const [a, b] = [[...text], [...other]]
  const common = longestCommon(
    a.map((each) => each.toUpperCase()),
    b.map((each) => each.toUpperCase()),
  )
  const pieces: Piece[] = []
  for (const [at, character] of a.entries()) {
    const differs = !common.has(at)
    const last = pieces.at(-1)
    if (last?.differs === differs) last.text += character
    else pieces.push({ text: character, differs })
  }
  return pieces
}

/** The places in `a` of a longest common subsequence with `b`. */
function longestCommon(a: string[], b: string[]): Set<number> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[]
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const places = new Set<number>()
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      places.add(i)
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return places
}
