import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { keyOfJwk, Unusable } from '../../../src/formats/jws/jws.ts'

describe('a key that says what it is for', () => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

  for (const more of [{}, { use: 'sig' }, { key_ops: ['verify'] }, { alg: 'ES256' }])
    it(`verifies where it is for signatures by this algorithm: ${JSON.stringify(more)}`, () => {
      assert.equal(keyOfJwk({ ...jwk, ...more }, 'ES256').asymmetricKeyType, 'ec')
    })

  for (const more of [{ use: 'enc' }, { key_ops: ['deriveKey'] }, { alg: 'ES512' }, { alg: 'ES521' }])
    it(`verifies nothing where it is for something else: ${JSON.stringify(more)}`, () => {
      assert.throws(() => keyOfJwk({ ...jwk, ...more }, 'ES256'), Unusable)
    })
})
