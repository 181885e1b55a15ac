import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { refuse } from '../../../src/formats/result.ts'
import { findGuessable } from '../../../src/formats/text/guessable.ts'
import { createCredential } from '../../../src/kernel/accounts/credentials.ts'
import { type Asker, isLeaked, takeTurn } from '../../../src/kernel/accounts/passwords.ts'

describe('the line for slow hashes', () => {
  it('serves those first who were let in before, then each network in turn', async () => {
    const gate = Promise.withResolvers<void>()
    const served: string[] = []
    const ask = (name: string, asker: Asker) => takeTurn(asker, async () => void served.push(name))
    const begun = Promise.withResolvers<void>()
    const first = takeTurn({ network: 'flood' }, () => {
      begun.resolve()
      return gate.promise
    })
    await begun.promise // not at once, where other tests of the process have hashed before
    const rest = [
      ask('flood 1', { network: 'flood' }),
      ask('flood 2', { network: 'flood' }),
      ask('stranger', { network: 'elsewhere' }),
      ask('known', { network: 'home', isKnown: true }),
    ]
    gate.resolve()
    await Promise.all([first, ...rest])
    assert.deepEqual(served, ['known', 'flood 1', 'stranger', 'flood 2'])
  })

  it('is full of strangers for strangers alone', async () => {
    const gate = Promise.withResolvers<void>()
    const strangers = Array.from({ length: 60 }, (_, at) => takeTurn({ network: `${at}` }, () => gate.promise))
    const known = takeTurn({ network: 'home', isKnown: true }, async () => 'served')
    gate.resolve()
    assert.equal(await known, 'served')
    assert.ok((await Promise.all(strangers)).includes('busy'))
  })

  it('goes on after a hash that failed', async () => {
    const failed = takeTurn({ network: 'a' }, () => Promise.reject(new Error('no memory')))
    const next = takeTurn({ network: 'a' }, async () => 'served')
    await assert.rejects(failed, /no memory/)
    assert.equal(await next, 'served')
  })
})

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
