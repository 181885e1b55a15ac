/** The candidate that differs least from a misspelt name, or undefined if none is close enough to be meant. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: { candidate: string; edits: number } | undefined
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const edits = wanted.length > 2 && other.startsWith(wanted) ? 1 : editDistance(wanted, other)
    if (edits <= Math.max(1, Math.floor(other.length / 3)) && (!best || edits < best.edits)) best = { candidate, edits }
  }
  return best?.candidate
}

/** The number of characters to insert, remove, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped)
    }
  }
  return at(a.length, b.length)
}
