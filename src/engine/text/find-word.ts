/** Where in `text` the passage most like `word` is. `distance` counts insertions, deletions and substitutions. */
export function findWord(text: string, word: string): { distance: number; start: number; end: number } {
  const columns = text.length
  let previous = new Array<number>(columns + 1).fill(0)
  let starts = Array.from({ length: columns + 1 }, (_, i) => i)
  for (let row = 1; row <= word.length; row++) {
    const current = new Array<number>(columns + 1)
    const from = new Array<number>(columns + 1)
    const letter = word.charCodeAt(row - 1)
    current[0] = row
    from[0] = 0
    for (let column = 1; column <= columns; column++) {
      const replace = (previous[column - 1] as number) + (text.charCodeAt(column - 1) === letter ? 0 : 1)
      const skip = (previous[column] as number) + 1
      const add = (current[column - 1] as number) + 1
      const best = Math.min(replace, skip, add)
      current[column] = best
      from[column] = (
        best === replace ? starts[column - 1] : best === skip ? starts[column] : from[column - 1]
      ) as number
    }
    previous = current
    starts = from
  }
  let end = 0
  for (let column = 1; column <= columns; column++) {
    if ((previous[column] as number) < (previous[end] as number)) end = column
  }
  return { distance: previous[end] as number, start: starts[end] as number, end }
}

/** As many letters as a number has bits. */
const MOST_LETTERS = 32

/** For each letter the places at which the word has it, as bits; empty between calls. */
const places = new Int32Array(65_536)

/**
 * How far the passage of `text` most like `word` is from it: what findWord says, without where. All letters of the word are
 * compared at once (Myers, A fast bit-vector algorithm for approximate string matching, 1999).
 */
export function passageDistance(text: string, word: string): number {
  if (word.length === 0 || word.length > MOST_LETTERS) return findWord(text, word).distance
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i)
    places[letter] = (places[letter] as number) | (1 << i)
  }
  const last = 1 << (word.length - 1)
  let [more, less] = [-1, 0]
  let distance = word.length
  let least = distance
  for (let i = 0; i < text.length; i++) {
    const same = places[text.charCodeAt(i)] as number
    const across = (((same & more) + more) ^ more) | same
    const down = same | less
    let up = less | ~(across | more)
    let back = more & across
    if (up & last) distance++
    if (back & last) distance--
    if (distance < least) least = distance
    up <<= 1
    back <<= 1
    more = back | ~(down | up)
    less = up & down
  }
  for (let i = 0; i < word.length; i++) places[word.charCodeAt(i)] = 0
  return least
}
