/** A digit where only a letter can be is the letter that looks like it, and the other way round; else as it was read. */
export function asBuilt(value: string, pattern: string): string {
  if (value.length !== pattern.length) return value
  const built = [...value].map((sign, i) => {
    if (pattern[i] === 'A') return LETTERS[sign] ?? sign
    return pattern[i] === '9' ? (DIGITS[sign] ?? sign) : sign
  })
  const fits = built.every((sign, i) => (pattern[i] === 'A' ? /\p{Lu}/u : pattern[i] === '9' ? /\d/ : /./).test(sign))
  return fits ? built.join('') : value
}

const LETTERS: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' }
const DIGITS: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' }
