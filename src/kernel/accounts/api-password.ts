import { createHmac, hash as digest, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Credential } from '../ports/accounts.ts'
import { type Asker, takeTurn } from './passwords.ts'

/** 256 random bits: no slow hash is needed to protect them from guessing. */
export const makeApiPassword = (): string => randomBytes(32).toString('base64url')

/** The form of passwords that the service makes. A chosen password has another form, and may be guessable. */
const MADE = /^[\w-]{43}$/
export const isMadePassword = (password: string): boolean => MADE.test(password)

/** OWASP's recommendation for scrypt in 16 MiB: about 200 ms, on a thread of its own and in turns. */
const COST = { N: 2 ** 14, r: 8, p: 5 }
const MOST_KNOWN = 1000

/** The stored form of a password: SHA-256 of a generated one, scrypt of a chosen one. */
export const hashApiPassword = async (password: string): Promise<string> =>
  MADE.test(password) ? sha256(password) : slowHash(password, randomBytes(16))

export type PasswordCheck = (
  credential: Credential | undefined,
  password: string,
  asker: Asker,
) => Promise<'right' | 'wrong' | 'busy'> | 'right' | 'wrong'

/**
 * Checks a password. How long that takes depends on the form of what was sent, never on whether the name is known. A
 * correct password is accepted again without the slow hash, by a keyed hash whose key exists only in this process.
 */
export function createPasswordCheck(): PasswordCheck {
  const known = new Set<string>()
  const key = randomBytes(32)
  const waiting = new Map<string, Promise<'right' | 'wrong' | 'busy'>>()

  async function slowly(
    credential: Credential | undefined,
    password: string,
    mark: string,
  ): Promise<'right' | 'wrong'> {
    const hash = credential?.passwordHash ?? ''
    const salt = /^scrypt\$([\w-]+)\$/.exec(hash)?.[1]
    const given = await slowHash(password, Buffer.from(salt ?? NO_SALT, 'base64url'))
    if (!salt || !same(given, hash)) return 'wrong'
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(mark)
    return 'right'
  }

  return (credential, password, asker) => {
    const hash = credential?.passwordHash ?? NOBODY
    if (MADE.test(password)) return same(sha256(password), hash) ? 'right' : 'wrong'
    const mark = createHmac('sha256', key).update(`${hash}\0${password}`).digest('base64')
    if (known.has(mark)) return 'right'
    const asked = waiting.get(mark) // a client that begins with many requests at once is checked once
    if (asked) return asked
    const turn = takeTurn(asker, () => slowly(credential, password, mark)).finally(() => waiting.delete(mark))
    waiting.set(mark, turn)
    return turn
  }
}

/** The digest of no password: an unknown name is compared with it. */
const NOBODY = '00'.repeat(32)
const NO_SALT = randomBytes(16).toString('base64url')

const sha256 = (password: string): string => digest('sha256', password, 'hex')

const same = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

function slowHash(password: string, salt: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, COST, (error, hash) =>
      error ? reject(error) : resolve(`scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`),
    )
  })
}
