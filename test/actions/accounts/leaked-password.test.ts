import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { isLeaked } from '../../../src/actions/accounts/passwords.ts'
import { createCredential } from '../../../src/actions/admin/credentials.ts'
import { refuse } from '../../../src/domain/result.ts'
import { findGuessable } from '../../../src/domain/text/guessable.ts'

describe('a password that was leaked elsewhere', () => {
  it('is known, however its letters are written', () => {
    for (const password of ['1qaz2wsx3edc', 'FinalFantasy', 'leavemealone', 'counterstrike']) {
      assert.equal(findGuessable(password, 12), undefined, `${password} looks like another`)
      assert.ok(isLeaked(password), password)
    }
  })

  it('is not one that somebody made at random', () => {
    const taken = Array.from({ length: 2_000 }, () => randomBytes(9).toString('base64')).filter(isLeaked)
    assert.ok(taken.length <= 1, `${taken.length} of 2,000: one in 100,000 is to be expected`)
  })

  it('opens nothing in live mode', async () => {
    const ports = {} as Parameters<typeof createCredential>[0] // it is refused before anything is asked
    const wanted = {
      tenant: 'acme',
      mode: 'live',
      username: 'shop',
      password: '1qaz2wsx3edc4rfv',
      actor: 'cli',
    } as const
    assert.deepEqual(await createCredential(ports, wanted), refuse('WEAK_PASSWORD'))
  })
})
