const WEIGHTS = [7, 3, 1] as const

/** The check digit of ICAO 9303 part 3, 4.9: weights 7 3 1, letters count from 10, the filler as 0. Undefined for other characters. */
export function checkDigit(text: string): string | undefined {
  let sum = 0
  for (let index = 0; index < text.length; index++) {
    const value = characterValue(text.charCodeAt(index))
    if (value === undefined) return undefined
    sum += value * (WEIGHTS[index % 3] ?? 0)
  }
  return String(sum % 10)
}

/** Does the digit protect the text? A field of fillers alone may carry a filler instead of 0 (ICAO 9303 part 4, 4.2.2.2). */
export function checkDigitAgrees(text: string, digit: string): boolean {
  if (digit === '<') return /^<*$/.test(text)
  return checkDigit(text) === digit
}

function characterValue(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 65 && code <= 90) return code - 55
  return code === 60 ? 0 : undefined
}
