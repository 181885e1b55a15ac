import { transliterate } from '../transliterate.ts'

/** How many letters two names differ by, in the nearest of their Latin spellings. */
export function nameDistance(a: string, b: string): number {
  return Math.min(...spellings(a).flatMap((one) => spellings(b).map((other) => editDistance(one, other))))
}

/** How many characters two numbers differ by, spaces and punctuation left out. */
export const numberDistance = (a: string, b: string): number => editDistance(plain(a), plain(b))

/** How many figures two ISO dates differ by. The century is left out, because an MRZ does not state it. */
export const dateDistance = (a: string, b: string): number => editDistance(figures(a), figures(b))

const spellings = (name: string): string[] => [plain(transliterate(name)), plain(name.normalize('NFD'))]
const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const figures = (date: string): string => date.slice(2).replaceAll('-', '')

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, y] of [...b].entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
