import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Asker, takeTurn } from './hash-line.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** What is kept of a password: argon2id in its encoded form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

/** Compares on another thread, in turns; see hash-line.ts. Without a hash the work is the same, and the answer no. */
export const comparePassword = (password: string, hash: string | undefined, asker: Asker) =>
  takeTurn(asker, () => compare(password, hash))

async function compare(password: string, hash: string | undefined): Promise<'right' | 'wrong'> {
  const [, memory, passes, parallelism, salt = '', expected = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? '') ?? []
  if (!memory) return await derive(password, NO_SALT, COST).then(() => 'wrong')
  const wanted = Buffer.from(expected, 'base64')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), cost), wanted) ? 'right' : 'wrong'
}

const NO_SALT = randomBytes(16)

interface Cost {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password, nonce, ...cost }, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}

/** As encoded hashes write it: Base64 without padding. */
const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
