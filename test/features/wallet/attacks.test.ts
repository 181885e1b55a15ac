import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { certify } from '../../../packages/specimen/src/chip/certify.ts'
import { browserTranscript, redirectTranscript } from '../../../src/features/wallet/verify/iso-mdoc.ts'
import { openStatusLists } from '../../../src/features/wallet/verify/status-list.ts'
import { verifyMdoc } from '../../../src/features/wallet/verify/verify-mdoc.ts'
import { verifySdJwt } from '../../../src/features/wallet/verify/verify-sd-jwt.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { presentMdoc, presentSdJwt } from '../../support/wallet/holder.ts'
import {
  issueMdoc,
  issueSdJwt,
  makeHolderKey,
  makeIssuer,
  signJwt,
  signStatusList,
  type Terms,
} from '../../support/wallet/issuer.ts'
import { MDL, MDL_CLAIMS, PID_CLAIMS, PID_MDOC } from '../../support/wallet/person.ts'

const issuer = makeIssuer()
const holder = makeHolderKey()
const trust = collectTrust([{ name: 'iaca.cer', bytes: issuer.authority.certificate }]).store
const now = Date.now()
const seconds = Math.floor(now / 1000)
const asked = { nonce: 'n-0S6_WzA2Mj', audience: 'x509_hash:abc' }
const thumbprint = new Uint8Array(32).fill(7)
const handover = { clientId: asked.audience, nonce: asked.nonce, thumbprint, responseUri: 'https://limen.example/r' }
const transcript = redirectTranscript(handover)
const expected = { ...asked, transcript, requestedAt: now }
const judging = { now, trust, expected }
const NAMES = ['family_name', 'given_name', 'birthdate', 'nationalities', 'document_number']
const MDL_NAMES = Object.keys(MDL_CLAIMS)

const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)
const sdJwt = (terms?: Terms) => issueSdJwt(issuer, holder, PID_CLAIMS, terms)
const mdl = (terms?: Terms) => issueMdoc(issuer, holder, MDL, MDL_CLAIMS, terms)

describe('an SD-JWT VC', () => {
  const issued = sdJwt()
  const presented = presentSdJwt(issued, holder, NAMES, asked)

  it('is trusted with what the holder chose to show, and nothing more', () => {
    const result = verifySdJwt(presented, judging)
    assert.equal(result.verdict, 'TRUSTED')
    assert.equal(result.holderBinding, 'HOLDS')
    assert.equal(result.validity, 'VALID')
    assert.deepEqual(result.claims, {
      family_name: 'Specimen',
      given_name: 'Anna Maria',
      birth_date: '1974-08-12',
      nationality: 'UT',
      document_number: 'L898902C3',
    })
  })

  it('answers one request: not with another nonce, for another audience, or at another time', () => {
    const cases = [
      [{ ...expected, nonce: 'another' }, 'NONCE_WRONG'],
      [{ ...expected, audience: 'x509_hash:other' }, 'AUDIENCE_WRONG'],
      [{ ...expected, audience: 'origin:https://other.example' }, 'AUDIENCE_WRONG'],
      [{ ...expected, requestedAt: now + 3_600_000 }, 'PRESENTED_AT_ANOTHER_TIME'],
    ] as const
    for (const [other, code] of cases) {
      const result = verifySdJwt(presented, { now, trust, expected: other })
      assert.equal(result.holderBinding, 'FALSE', code)
      assert.ok(codes(result).includes(code), code)
    }
  })

  it('is nobody’s without the holder’s signature', () => {
    const without = presented.slice(0, presented.lastIndexOf('~') + 1)
    assert.equal(verifySdJwt(without, judging).holderBinding, 'ABSENT')
  })

  it('is not taken from another person’s device', () => {
    const result = verifySdJwt(presentSdJwt(issued, makeHolderKey(), NAMES, asked), judging)
    assert.equal(result.holderBinding, 'FALSE')
    assert.ok(codes(result).includes('HOLDER_SIGNATURE_WRONG'))
  })

  it('is not extended after the holder signed', () => {
    const [token, ...rest] = presented.split('~')
    const more = [token, issued.disclosures.issuing_country, ...rest].join('~')
    assert.ok(codes(verifySdJwt(more, judging)).includes('PRESENTATION_CHANGED'))
  })

  it('is altered with a disclosure of somebody else, or a payload that was changed', () => {
    const other = issueSdJwt(issuer, holder, { ...PID_CLAIMS, family_name: 'Mallory' })
    const swapped = {
      ...issued,
      disclosures: { ...issued.disclosures, family_name: other.disclosures.family_name ?? '' },
    }
    const result = verifySdJwt(presentSdJwt(swapped, holder, NAMES, asked), judging)
    assert.equal(result.verdict, 'ALTERED')
    assert.deepEqual(result.claims, {})
    const [head, payload = '', signature] = issued.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, family_name: 'Mallory' })).toString('base64url')
    const token = [head, changed, signature].join('.')
    assert.equal(verifySdJwt(presentSdJwt({ ...issued, token }, holder, NAMES, asked), judging).verdict, 'ALTERED')
  })

  it('is of an unknown issuer when another authority, an authority itself, or nobody certified the signer', () => {
    const stranger = issueSdJwt(makeIssuer(), holder, PID_CLAIMS)
    assert.equal(verifySdJwt(presentSdJwt(stranger, holder, NAMES, asked), judging).verdict, 'UNKNOWN_ISSUER')
    const byAuthority = issueSdJwt({ ...issuer, signer: issuer.authority }, holder, PID_CLAIMS)
    assert.equal(verifySdJwt(presentSdJwt(byAuthority, holder, NAMES, asked), judging).verdict, 'UNKNOWN_ISSUER')
  })

  it('is not believed about its algorithm', () => {
    const [, payload = ''] = issued.token.split('.')
    const header = JSON.parse(Buffer.from(issued.token.split('.')[0] ?? '', 'base64url').toString())
    const judged = (alg: string) => {
      const text = Buffer.from(JSON.stringify({ ...header, alg })).toString('base64url')
      return verifySdJwt(`${text}.${payload}.AAAA~`, judging).verdict
    }
    for (const alg of ['none', 'HS256', 'toString']) assert.equal(judged(alg), 'UNREADABLE', alg)
    for (const alg of ['RS256', 'PS256', 'ES384', 'EdDSA']) assert.equal(judged(alg), 'ALTERED', alg)
  })

  it('says when it has expired or is not valid yet', () => {
    const show = (terms: Terms) => verifySdJwt(presentSdJwt(sdJwt(terms), holder, NAMES, asked), judging)
    assert.equal(show({ expires: seconds - 1 }).validity, 'EXPIRED')
    assert.equal(show({ notBefore: seconds + 3_600 }).validity, 'NOT_YET_VALID')
  })

  it('may not hide who issued it or to whose key', () => {
    const hidden = issueSdJwt(issuer, holder, { ...PID_CLAIMS, exp: seconds + 999_999 })
    const token = hidden.token
    const result = verifySdJwt(presentSdJwt({ ...hidden, token }, holder, ['exp'], asked), judging)
    assert.notEqual(result.verdict, 'TRUSTED')
  })
})

describe('an mdoc', () => {
  const issued = mdl()
  const presented = presentMdoc(issued, holder, MDL_NAMES, transcript)

  it('is trusted with a signature or a MAC of its device', () => {
    for (const result of [
      verifyMdoc(presented, judging),
      verifyMdoc(presentMdoc(issueMdoc(issuer, holder, PID_MDOC, MDL_CLAIMS), holder, MDL_NAMES, transcript), judging),
    ]) {
      assert.equal(result.verdict, 'TRUSTED')
      assert.equal(result.holderBinding, 'HOLDS')
      assert.equal(result.claims.birth_date, '1974-08-12')
    }
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const byMac = presentMdoc(issued, holder, ['family_name'], transcript, publicKey)
    const withKey = { ...judging, expected: { ...expected, readerKey: privateKey } }
    const result = verifyMdoc(byMac, withKey)
    assert.equal(result.holderBinding, 'HOLDS')
    assert.deepEqual(result.claims, { family_name: 'Specimen' })
    assert.equal(verifyMdoc(byMac, judging).holderBinding, 'FALSE')
  })

  it('answers one request: not with another nonce, client, address, key or origin', () => {
    for (const other of [
      redirectTranscript({ ...handover, nonce: 'another' }),
      redirectTranscript({ ...handover, clientId: 'x509_hash:other' }),
      redirectTranscript({ ...handover, responseUri: 'https://other.example/r' }),
      redirectTranscript({ ...handover, thumbprint: new Uint8Array(32) }),
      browserTranscript({ origin: 'https://limen.example', nonce: asked.nonce, thumbprint }),
    ])
      assert.equal(
        verifyMdoc(presented, { ...judging, expected: { ...expected, transcript: other } }).holderBinding,
        'FALSE',
      )
  })

  it('is not taken from another person’s device', () => {
    const result = verifyMdoc(presentMdoc(issued, makeHolderKey(), MDL_NAMES, transcript), judging)
    assert.equal(result.holderBinding, 'FALSE')
  })

  it('is altered with an element of another licence, or a portrait that was exchanged', () => {
    const other = issueMdoc(issuer, holder, MDL, { ...MDL_CLAIMS, portrait: new Uint8Array(64).fill(1) })
    const mine = issueMdoc(issuer, holder, MDL, { ...MDL_CLAIMS, portrait: new Uint8Array(64).fill(2) })
    const items = { ...mine.items, portrait: other.items.portrait ?? new Uint8Array(0) }
    const result = verifyMdoc(presentMdoc({ ...mine, items }, holder, [...MDL_NAMES, 'portrait'], transcript), judging)
    assert.equal(result.verdict, 'ALTERED')
    assert.ok(codes(result).includes('DIGEST_WRONG'))
    assert.equal(result.portrait, undefined)
  })

  it('is not taken for a document of another type', () => {
    const result = verifyMdoc(presentMdoc({ ...issued, type: PID_MDOC.type }, holder, MDL_NAMES, transcript), judging)
    assert.equal(result.verdict, 'ALTERED')
  })

  it('is of an unknown issuer when another authority, another country or a signer of something else signed it', () => {
    const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
    const tls = certify('Web server', { way, by: issuer.authority, purposes: ['1.3.6.1.5.5.7.3.1'] })
    const elsewhere = certify('Signer', { way, by: issuer.authority, country: 'XU', purposes: ['1.0.18013.5.1.2'] })
    for (const by of [makeIssuer(), { ...issuer, signer: tls }, { ...issuer, signer: elsewhere }]) {
      const shown = presentMdoc(issueMdoc(by, holder, MDL, MDL_CLAIMS), holder, MDL_NAMES, transcript)
      assert.equal(verifyMdoc(shown, judging).verdict, 'UNKNOWN_ISSUER')
    }
  })

  it('says when it has expired or is not valid yet', () => {
    const show = (terms: Terms) => verifyMdoc(presentMdoc(mdl(terms), holder, MDL_NAMES, transcript), judging)
    assert.equal(show({ expires: seconds - 1 }).validity, 'EXPIRED')
    assert.equal(show({ notBefore: seconds + 3_600 }).validity, 'NOT_YET_VALID')
  })

  it('is unreadable when it was cut, is nested without end, or claims a length that is not there', () => {
    for (let length = 0; length < presented.length; length += 97)
      assert.equal(verifyMdoc(presented.subarray(0, length), judging).verdict, 'UNREADABLE')
    for (const bytes of [
      new Uint8Array(100_000).fill(0x81),
      Uint8Array.of(0x9b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff),
      Uint8Array.of(0xbf, 0xff),
      Uint8Array.of(0xa2, 0x61, 0x61, 0x01, 0x61, 0x61, 0x02),
      Uint8Array.of(0x62, 0xc3, 0x28),
    ])
      assert.equal(verifyMdoc(bytes, judging).verdict, 'UNREADABLE')
  })
})

describe('the status of a credential', () => {
  const uri = 'https://issuer.utopia.example/status/1'
  const ask = (token: Uint8Array | undefined, index = 3) =>
    openStatusLists(async () => {
      if (!token) throw new Error('nothing there')
      return token
    })({ uri, index }, now, trust)

  it('is what the issuer’s list says, as JWT and as CWT', async () => {
    for (const form of ['jwt', 'cwt'] as const) {
      assert.equal((await ask(signStatusList(issuer, uri, [3], form))).status, 'REVOKED')
      assert.equal((await ask(signStatusList(issuer, uri, [4], form))).status, 'VALID')
    }
  })

  it('stays UNKNOWN without a list, with one of a stranger, of another address, that expired, or too short', async () => {
    for (const token of [
      undefined,
      new Uint8Array(0),
      signStatusList(makeIssuer(), uri, []),
      signStatusList(issuer, `${uri}/other`, []),
      signStatusList(issuer, uri, [], 'jwt', seconds - 1),
      Buffer.from(signJwt({ alg: 'ES256', typ: 'statuslist+jwt' }, { sub: uri }, holder.privateKey)),
    ])
      assert.equal((await ask(token)).status, 'UNKNOWN')
    assert.equal((await ask(signStatusList(issuer, uri, []), 5_000)).status, 'UNKNOWN')
  })

  it('is asked for once while the list may be kept', async () => {
    let fetched = 0
    const check = openStatusLists(async () => {
      fetched += 1
      return signStatusList(issuer, uri, [3])
    })
    await check({ uri, index: 3 }, now, trust)
    await check({ uri, index: 4 }, now + 60_000, trust)
    assert.equal(fetched, 1)
    await check({ uri, index: 3 }, now + 3_540_000, trust)
    await check({ uri, index: 3 }, now + 3_601_000, trust)
    assert.equal(fetched, 2)
  })

  it('is named by the credential', () => {
    const status = { uri, idx: 3 }
    assert.deepEqual(verifySdJwt(presentSdJwt(sdJwt({ status }), holder, NAMES, asked), judging).status, {
      uri,
      index: 3,
    })
    assert.deepEqual(verifyMdoc(presentMdoc(mdl({ status }), holder, [], transcript), judging).status, {
      uri,
      index: 3,
    })
  })
})
