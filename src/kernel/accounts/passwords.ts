import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openDuty } from '../../platform/admission/duty.ts'
import { openFairQueue } from '../../platform/admission/tenant-shares.ts'
import { resource } from '../../platform/resources.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** The stored form of a password: argon2id in its encoded form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

/** Who waits for a slow hash. */
export interface Asker {
  network: string
  /** Signed in from there before, or with this device: strangers wait behind. */
  isKnown?: boolean
}

/** This many of each kind may wait; the rest are asked to retry later. */
const MOST_WAITING = 32
/**
 * A quarter of one processor is enough for four sign-ins a second or more, and leaves the rest for pictures. Otherwise
 * a flood of wrong passwords would occupy a whole processor.
 */
const duty = openDuty({ share: 1 / 4, burstMs: 2_000 })
/**
 * The slower of the two hashes takes 200 ms. One that took longer was waiting for a processor, and that time does not
 * count.
 */
const LONGEST_MS = 250

const known = openFairQueue<() => void>(MOST_WAITING)
const strangers = openFairQueue<() => void>(MOST_WAITING)
let isHashing = false

/**
 * Runs slow hashes one at a time, with pauses in between when there are many. Each network gets its turn, so that a
 * flood from one delays only itself. `busy` when too many are waiting already.
 */
export async function takeTurn<Value>(
  { network, isKnown = false }: Asker,
  hash: () => Promise<Value>,
): Promise<Value | 'busy'> {
  const turn = Promise.withResolvers<void>()
  const line = isKnown ? known : strangers
  if (!line.add(network, turn.resolve)) return 'busy'
  if (!isHashing) next()
  await turn.promise
  const began = performance.now()
  try {
    return await hash()
  } finally {
    const now = performance.now()
    duty.spent(Math.min(now - began, LONGEST_MS), now)
    next()
  }
}

function next(): void {
  isHashing = known.size() + strangers.size() > 0
  if (!isHashing) return
  const rest = duty.rest(performance.now())
  if (rest > 0) setTimeout(begin, rest)
  else begin()
}

function begin(): void {
  const turn = known.take() ?? strangers.take()
  turn?.()
}

/** Compares on another thread, in turns. Without a hash the work is the same, and the answer is no. */
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

/** The Base64 of encoded hashes: without padding. */
const encode = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '')

/**
 * The first four bytes of SHA-256 of each of 44,000 leaked passwords of 12 characters or more in lower case, in
 * ascending order; tools/leaked-passwords.mjs writes it. One in 100,000 other passwords has the same four bytes.
 */
const FILE = resource('src/kernel/accounts/leaked-passwords.bin')
const WIDTH = 4

let marks: Buffer | undefined

/** Whether a password is among the most common leaked ones, in any case of letters. */
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
