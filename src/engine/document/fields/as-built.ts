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

/** Where the issuer builds its document numbers otherwise: the one number that differs in a letter that looks like a digit, or the other way round. */
export function asIssued(value: string, fits: (number: string) => boolean | undefined): string {
  if (fits(value) !== false) return value
  const signs = [...value]
  const swapped = signs.flatMap((sign, i) => {
    const other = LETTERS[sign] ?? DIGITS[sign]
    return other ? [signs.with(i, other).join('')] : []
  })
  const fitting = swapped.filter((number) => fits(number))
  return fitting.length === 1 ? (fitting[0] ?? value) : value
}

/** Letters and figures: at their places they are a form, figures alone could be any number. */
export const isMixed = (number: string): boolean => /\d/.test(number) && /[A-Z]/.test(number)

const LETTERS: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' }
const DIGITS: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' }
