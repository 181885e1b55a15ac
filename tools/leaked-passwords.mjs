// node tools/leaked-passwords.mjs LIST: writes hashes of leaked passwords that would be long enough for an account,
// from a list with one per line. Plain JavaScript for Node 18 and later.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const SHORTEST = 12
const [file = ''] = process.argv.slice(2)
const long = readFileSync(file, 'utf8')
  .split(/\r?\n/)
  .filter((password) => password.length >= SHORTEST)
const marks = new Set(
  long.map((password) => createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0)),
)
const bytes = Buffer.alloc(4 * marks.size)
for (const [at, mark] of [...marks].sort((one, other) => one - other).entries()) bytes.writeUInt32BE(mark, 4 * at)
writeFileSync(new URL('../src/kernel/accounts/leaked-passwords.bin', import.meta.url), bytes)
console.log(`${long.length} passwords, ${marks.size} marks`)
