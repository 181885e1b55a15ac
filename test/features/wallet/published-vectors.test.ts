import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { describe, it } from 'node:test'
import { calculateJwkThumbprint } from 'jose'
import { browserTranscript, redirectTranscript } from '../../../src/features/wallet/verify/iso-mdoc.ts'
import { verifyMdoc } from '../../../src/features/wallet/verify/verify-mdoc.ts'
import { disclose } from '../../../src/formats/jws/disclosures.ts'
import { jwsHolds, keyOfJwk, readJws } from '../../../src/formats/jws/jws.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import {
  ISO_DEVICE_RESPONSE,
  ISO_IACA,
  ISO_READER_KEY,
  ISO_SESSION_TRANSCRIPT,
  OPENID4VP,
  RFC9901_DISCLOSURES,
  RFC9901_KEY,
  RFC9901_TOKEN,
} from './published-vectors.ts'

describe('the examples of ISO/IEC 18013-5, annex D', () => {
  const now = Date.parse('2021-01-01')
  const trust = collectTrust([{ name: 'iaca.cer', bytes: ISO_IACA }]).store
  const expected = {
    nonce: '',
    audience: '',
    transcript: ISO_SESSION_TRANSCRIPT,
    readerKey: createPrivateKey({ key: ISO_READER_KEY, format: 'jwk' }),
    requestedAt: now,
  }

  it('are a trusted licence whose device made the MAC', () => {
    const result = verifyMdoc(ISO_DEVICE_RESPONSE, { now, trust, expected })
    assert.equal(result.verdict, 'TRUSTED')
    assert.equal(result.holderBinding, 'HOLDS')
    assert.equal(result.validity, 'VALID')
    assert.equal(result.country, 'US')
    assert.deepEqual(result.claims, {
      family_name: 'Doe',
      document_number: '123456789',
      issue_date: '2019-10-20',
      expiry_date: '2024-10-20',
    })
    assert.equal(result.portrait?.length, 1042)
  })

  it('are of nobody known without the authority, and expired a year later', () => {
    const none = collectTrust([]).store
    assert.equal(verifyMdoc(ISO_DEVICE_RESPONSE, { now, trust: none, expected }).verdict, 'UNKNOWN_ISSUER')
    const later = Date.parse('2021-10-02')
    assert.equal(verifyMdoc(ISO_DEVICE_RESPONSE, { now: later, trust, expected }).validity, 'EXPIRED')
  })

  it('hold for this session and for no other', () => {
    const transcript = Uint8Array.from(ISO_SESSION_TRANSCRIPT)
    transcript[200] = (transcript[200] ?? 0) ^ 1
    const { holderBinding } = verifyMdoc(ISO_DEVICE_RESPONSE, { now, trust, expected: { ...expected, transcript } })
    assert.equal(holderBinding, 'FALSE')
  })

  it('are never trusted with a byte of what is signed changed, and never make the reader fail', () => {
    const whole = verifyMdoc(ISO_DEVICE_RESPONSE, { now, trust, expected })
    for (let at = 0; at < ISO_DEVICE_RESPONSE.length; at += 3) {
      const changed = Uint8Array.from(ISO_DEVICE_RESPONSE)
      changed[at] = (changed[at] ?? 0) ^ 0x20
      const { verdict, holderBinding, claims } = verifyMdoc(changed, { now, trust, expected })
      if (verdict !== 'TRUSTED' || holderBinding !== 'HOLDS') continue
      for (const [name, value] of Object.entries(claims))
        assert.equal(value, whole.claims[name as keyof typeof claims], `byte ${at}`)
    }
  })
})

describe('the examples of OpenID4VP 1.0', () => {
  const { clientId, nonce, responseUri, origin, thumbprint, key } = OPENID4VP
  it('are the session transcripts of both ways to answer', async () => {
    assert.deepEqual(Buffer.from(await calculateJwkThumbprint(key), 'base64url'), thumbprint)
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    assert.equal(hex(redirectTranscript({ clientId, nonce, responseUri, thumbprint })), OPENID4VP.redirect)
    assert.equal(hex(browserTranscript({ origin, nonce, thumbprint })), OPENID4VP.browser)
  })
})

describe('the example of RFC 9901, section 5.1', () => {
  const token = readJws(RFC9901_TOKEN)
  const { given_name, address, nationality } = RFC9901_DISCLOSURES

  it('is signed by the key of its appendix', () => {
    assert.equal(jwsHolds(token, keyOfJwk(RFC9901_KEY)), true)
    const changed = {
      ...token,
      signature: Uint8Array.from(token.signature, (byte, at) => (at === 9 ? byte ^ 1 : byte)),
    }
    assert.equal(jwsHolds(changed, keyOfJwk(RFC9901_KEY)), false)
  })

  it('opens into what was disclosed and nothing else', () => {
    const { cnf: _, ...opened } = disclose(token.payload, [given_name, address, nationality])
    assert.deepEqual(opened, {
      iss: 'https://issuer.example.com',
      iat: 1683000000,
      exp: 1883000000,
      sub: 'user_42',
      nationalities: ['US'],
      given_name: 'John',
      address: { street_address: '123 Main St', locality: 'Anytown', region: 'Anystate', country: 'US' },
    })
  })

  it('refuses a disclosure that was not signed, and one that comes twice', () => {
    const foreign = Buffer.from('["salt", "family_name", "Mallory"]').toString('base64url')
    assert.throws(() => disclose(token.payload, [foreign]), /did not sign/)
    assert.throws(() => disclose(token.payload, [given_name, given_name]), /twice/)
  })
})
