import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { decodeSecret, encodeBase32, findTimeStep, makeCode } from '../../../src/kernel/accounts/second-factor.ts'

/** RFC 6238, appendix B: the SHA-1 vectors, whose last six of eight digits these are. */
const SECRET = Buffer.from('12345678901234567890')
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

describe('codes of a second factor', () => {
  it('are those of RFC 6238', () => {
    for (const [seconds, code] of VECTORS) assert.equal(makeCode(SECRET, new Date(seconds * 1000)), code)
  })

  it('hold for the step before and after, and no longer', () => {
    const now = new Date(1234567890_000)
    const at = (seconds: number) => makeCode(SECRET, new Date(now.getTime() + seconds * 1000))
    const step = findTimeStep(SECRET, at(0), now)
    assert.equal(step, Math.floor(1234567890 / 30))
    assert.equal(findTimeStep(SECRET, at(-30), now), (step ?? 0) - 1)
    assert.equal(findTimeStep(SECRET, at(30), now), (step ?? 0) + 1)
    for (const wrong of [at(-90), at(90), '', '12345', '1234567', 'abcdef']) {
      assert.equal(findTimeStep(SECRET, wrong, now), undefined, wrong)
    }
  })

  it('come from a secret that survives being typed', () => {
    assert.equal(encodeBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const secret = randomBytes(20)
    assert.deepEqual(Buffer.from(decodeSecret(encodeBase32(secret)) ?? []), Buffer.from(secret))
    assert.equal(decodeSecret('GEZDGNBV'), undefined)
    assert.equal(decodeSecret('!'.repeat(32)), undefined)
  })
})
