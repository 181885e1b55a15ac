import { passageDistance } from './find-word.ts'

/** Text without the things in which OCR and spelling vary: upper case, no accents, spaces or punctuation. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÐƏÆŒÞ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Letters that no accent separates from their base. */
const LETTERS: Record<string, string> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ə: 'E',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
}

/** 1 when the text contains the word letter by letter, less with each letter that differs. */
export function likeness(text: string, word: string): number {
  if (word.length === 0) return 0
  if (text.includes(word)) return 1
  if (text.length < word.length / 2) return 0
  return 1 - passageDistance(text, word) / word.length
}

/** Changes needed to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replace = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replace, (previous[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    previous = current
  }
  return previous[b.length] as number
}
