import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resource } from '../../resources.ts'

/**
 * The first four bytes of SHA-256 of each of 44,000 leaked passwords of 12 characters or more in small letters, in rising
 * order; tools/leaked-passwords.mjs writes it. Of other passwords one in 100,000 has the same four.
 */
const FILE = resource('src/actions/accounts/leaked-passwords.bin')
const WIDTH = 4

let marks: Buffer | undefined

/** Whether a password is among the commonest that were leaked elsewhere, however its letters are written. */
export function isLeaked(password: string): boolean {
  marks ??= readFileSync(FILE)
  const mark = hash('sha256', password.toLowerCase(), 'buffer').readUInt32BE(0)
  let [from, to] = [0, marks.length / WIDTH]
  while (from < to) {
    const middle = (from + to) >>> 1
    const found = marks.readUInt32BE(middle * WIDTH)
    if (found === mark) return true
    if (found < mark) from = middle + 1
    else to = middle
  }
  return false
}
