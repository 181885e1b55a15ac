/** Figures of every script as ours, place by place. */
export const inOurDigits = (text: string): string => text.replace(/[^\d\P{Nd}]/gu, (digit) => String(figureOf(digit)))

/** Each script's ten figures follow one another, from nought. */
function figureOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}
