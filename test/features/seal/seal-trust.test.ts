import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeSealAuthority, signTwoDDoc } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { openSealTrustFiles, storedSealTrust } from '../../../src/features/seal/verify/seal-trust.ts'
import { verifySeal } from '../../../src/features/seal/verify/verify-seal.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { NOW, PERSON, SEALS, TRUST_FILES, trustIn } from './seals.ts'

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

const listOf = (services: readonly { certificate: Uint8Array; status: string }[]) => {
  const one = ({ certificate, status }: (typeof services)[number]) =>
    `<tsl:TSPService><tsl:ServiceInformation><tsl:ServiceStatus>${status}</tsl:ServiceStatus>
    <tsl:ServiceDigitalIdentity><tsl:DigitalId><tsl:X509Certificate>${Buffer.from(certificate).toString('base64')}</tsl:X509Certificate></tsl:DigitalId></tsl:ServiceDigitalIdentity></tsl:ServiceInformation></tsl:TSPService>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#">${services.map(one).join('')}</tsl:TrustServiceStatusList>`
  return Buffer.from(xml)
}
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/'

describe('files for seals', () => {
  it('takes the authorities of a trusted list (ETSI TS 119 612) that are in force, and no others', () => {
    const [own, other] = [makeSealAuthority(), makeSealAuthority()]
    const list = listOf([
      { certificate: own.authority.certificate, status: `${STATUS}granted` },
      { certificate: other.authority.certificate, status: `${STATUS}withdrawn` },
    ])
    const { items, refused } = openSealTrustFiles([{ name: 'tsl.xml', bytes: list }], [])
    assert.deepEqual([items.map(({ kind }) => kind), refused], [['authority'], []])
    const verdictOf = (by: typeof own) => {
      const seal = signTwoDDoc(PERSON, by.french)
      const trust = trustIn({ 'tsl.xml': list, 'signer.cer': by.french.certificate })
      return verifySeal(seal, trust, NOW).authority?.subject
    }
    assert.match(verdictOf(own) ?? '', /Seals of Utopia/)
    assert.equal(verdictOf(other), undefined)
  })

  it('refuses XML that is no trusted list, is broken or declares entities', () => {
    const reasons = ['<a/>', '<a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', listOf([]).toString()].map(
      (xml) => openSealTrustFiles([{ name: 'x', bytes: Buffer.from(xml) }], []).refused[0]?.reason ?? '',
    )
    assert.match(reasons[0] ?? '', /not a trusted list/)
    assert.match(reasons[1] ?? '', /not XML/)
    assert.match(reasons[2] ?? '', /document type/)
    assert.match(reasons[3] ?? '', /no service in force/)
  })

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
