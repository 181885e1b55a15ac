import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeSealAuthority } from '../../../lab/specimen/seal/sign-seal.ts'
import { importTrust } from '../../../src/actions/admin/trust.ts'
import { openSealTrustFiles, storedSealTrust } from '../../../src/capabilities/seal/verify/seal-trust.ts'
import { verifySeal } from '../../../src/capabilities/seal/verify/verify-seal.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { NOW, SEALS, TRUST_FILES } from './seals.ts'

const files = Object.entries(TRUST_FILES).map(([name, bytes]) => ({ name, bytes }))

onEveryDatabase((place) => {
  describe('what seals are trusted by', () => {
    it('is imported, and what was imported verifies seals', async () => {
      const storage = await place.open()
      const ports = { trustedItems: storage.trustedItems, clock: () => new Date(NOW) }
      const result = await importTrust(ports, openSealTrustFiles, files, 'tester', 'seal')
      assert.deepEqual([result.added, result.refused], [5, []])
      assert.deepEqual(await storage.trustedItems.ofWallets(), [])
      const stored = storedSealTrust(await storage.trustedItems.ofSeals())
      for (const [kind, bytes] of Object.entries(SEALS))
        assert.equal(verifySeal(bytes, stored, NOW).verdict, 'TRUSTED', kind)
    })
  })
})

describe('files for seals', () => {
  it('takes the keys of a DID document that may assert, and no secret key', () => {
    const { token } = makeSealAuthority()
    const document = {
      id: 'did:web:id.utopia.example',
      verificationMethod: [
        { id: '#one', publicKeyJwk: token.jwk },
        { id: '#two', publicKeyJwk: makeSealAuthority().token.jwk },
      ],
      assertionMethod: ['#one'],
    }
    const secret = { keys: [{ kty: 'oct', k: 'AAAA' }] }
    const { items, refused } = openSealTrustFiles(
      [document, secret].map((value, index) => ({ name: `${index}.json`, bytes: Buffer.from(JSON.stringify(value)) })),
      [],
    )
    assert.deepEqual(
      items.map(({ name, purpose }) => [name, purpose]),
      [['#one', 'seal']],
    )
    assert.match(refused[0]?.reason ?? '', /secret key is not kept/)
  })
})
