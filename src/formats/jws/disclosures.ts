import { createHash } from 'node:crypto'
import { fromBase64Url, isObject, type Json, parseJson, Unusable } from './jws.ts'

/** A disclosure without a digest in the credential, or one that repeats something. */
export class DisclosureFault extends Error {
  readonly code: 'DISCLOSURE_NOT_SIGNED' | 'DISCLOSURE_TWICE'

  constructor(code: DisclosureFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** By their names in the registry of RFC 6920, without those that are cut short (RFC 9901, 4.1.1). */
const HASHES: Record<string, string> = {
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
  'sha3-256': 'sha3-256',
  'sha3-384': 'sha3-384',
  'sha3-512': 'sha3-512',
}
const MOST_DISCLOSURES = 300
const DEEPEST = 20

export function digestOf(payload: Json, text: string): string {
  const name = payload._sd_alg ?? 'sha-256'
  const hash = typeof name === 'string' && Object.hasOwn(HASHES, name) ? HASHES[name] : undefined
  if (!hash) throw new Unusable(`the unsupported digest algorithm ${String(name).slice(0, 40)}`)
  return createHash(hash).update(text, 'latin1').digest('base64url')
}

interface Disclosure {
  /** Absent for the member of a list. */
  name?: string
  value: unknown
  used: boolean
}

/**
 * Inserts the disclosed values in place of their digests (RFC 9901, 7.1), and removes the digests of the rest. Any claim
 * can be hidden apart from those that the type of token says.
 */
export function disclose(payload: Json, disclosures: readonly string[], open: readonly string[] = []): Json {
  if (disclosures.length > MOST_DISCLOSURES) throw new Unusable('too many disclosures')
  const byDigest = new Map<string, Disclosure>()
  for (const text of disclosures) {
    const digest = digestOf(payload, text)
    if (byDigest.has(digest)) throw new DisclosureFault('DISCLOSURE_TWICE', 'the same value is disclosed twice')
    byDigest.set(digest, readDisclosure(text))
  }
  const { _sd_alg: _, ...rest } = payload
  const opened = new Opening(byDigest, open).object(rest, 0)
  if ([...byDigest.values()].some(({ used }) => !used))
    throw new DisclosureFault('DISCLOSURE_NOT_SIGNED', 'a value was disclosed that the issuer did not sign')
  return opened
}

function readDisclosure(text: string): Disclosure {
  const members = parseJson(fromBase64Url(text))
  if (!Array.isArray(members) || typeof members[0] !== 'string') throw new Unusable('an invalid disclosure')
  if (members.length === 2) return { value: members[1], used: false }
  const name: unknown = members[1]
  if (members.length !== 3 || typeof name !== 'string' || name === '_sd' || name === '...')
    throw new Unusable('an invalid disclosure')
  return { name, value: members[2], used: false }
}

class Opening {
  readonly #byDigest: Map<string, Disclosure>
  readonly #open: readonly string[]
  readonly #seen = new Set<string>()

  constructor(byDigest: Map<string, Disclosure>, open: readonly string[]) {
    this.#byDigest = byDigest
    this.#open = open
  }

  object(source: Json, depth: number): Json {
    if (depth > DEEPEST) throw new Unusable('nested too deeply')
    const { _sd: digests = [], ...open } = source
    if (Object.hasOwn(open, '...')) throw new Unusable('a list digest outside a list')
    const found = new Map(Object.entries(open).map(([name, value]) => [name, this.#value(value, depth)]))
    if (!Array.isArray(digests)) throw new Unusable('digests that are not a list')
    for (const digest of digests) {
      const disclosure = this.#take(digest)
      if (!disclosure) continue
      const { name } = disclosure
      if (name === undefined) throw new Unusable('a list member outside a list')
      if (found.has(name)) throw new DisclosureFault('DISCLOSURE_TWICE', 'a value is disclosed that is already there')
      if (depth === 0 && this.#open.includes(name)) throw new Unusable(`${name} must not be hidden`)
      found.set(name, this.#value(disclosure.value, depth))
    }
    return Object.fromEntries(found)
  }

  #value(value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return value.flatMap((member) => this.#member(member, depth))
    return isObject(value) ? this.object(value, depth + 1) : value
  }

  #member(member: unknown, depth: number): unknown[] {
    if (depth > DEEPEST) throw new Unusable('nested too deeply')
    if (!isObject(member) || !Object.hasOwn(member, '...')) return [this.#value(member, depth + 1)]
    if (Object.keys(member).length !== 1) throw new Unusable('a list digest with other members')
    const disclosure = this.#take(member['...'])
    if (!disclosure) return []
    if (disclosure.name !== undefined) throw new Unusable('a named value as a member of a list')
    return [this.#value(disclosure.value, depth + 1)]
  }

  #take(digest: unknown): Disclosure | undefined {
    if (typeof digest !== 'string') throw new Unusable('a digest that is not a text')
    if (this.#seen.has(digest)) throw new DisclosureFault('DISCLOSURE_TWICE', 'the same digest occurs twice')
    this.#seen.add(digest)
    const disclosure = this.#byDigest.get(digest)
    if (disclosure) disclosure.used = true
    return disclosure
  }
}
