import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compactSdJwt } from '../../../src/formats/jws/json-serialization.ts'
import { Unusable } from '../../../src/formats/jws/jws.ts'

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEAD = text({ alg: 'ES256', typ: 'dc+sd-jwt' })
const PAYLOAD = text({ _sd: [] })
const [FIRST, SECOND] = [text(['a', 'b', 1]), text(['c', 'd', 2])]

describe('an SD-JWT in the JSON serialization (RFC 9901, 8)', () => {
  const signature = { protected: HEAD, signature: 'AAAA' }
  const unprotected = { header: { disclosures: [FIRST, SECOND], kb_jwt: 'e30.e30.AAAA' } }
  const compact = `${HEAD}.${PAYLOAD}.AAAA~${FIRST}~${SECOND}~`

  it('is what its compact form is, flattened or general, with or without a holder', () => {
    assert.equal(compactSdJwt({ payload: PAYLOAD, ...signature, ...unprotected }), `${compact}e30.e30.AAAA`)
    assert.equal(
      compactSdJwt({ payload: PAYLOAD, signatures: [{ ...signature, ...unprotected }] }),
      `${compact}e30.e30.AAAA`,
    )
    const held = { header: { disclosures: [FIRST, SECOND], kid: 'issuer-1' } }
    assert.equal(compactSdJwt({ payload: PAYLOAD, ...signature, ...held }), compact)
    assert.equal(compactSdJwt({ payload: PAYLOAD, ...signature }), `${HEAD}.${PAYLOAD}.AAAA~`)
  })

  it('is, of several signatures, under the first one, which alone has the disclosures', () => {
    const other = { protected: text({ alg: 'ES512' }), signature: 'BBBB', header: { kid: 'issuer-2' } }
    const first = { ...signature, ...unprotected }
    assert.equal(compactSdJwt({ payload: PAYLOAD, signatures: [first, other] }), `${compact}e30.e30.AAAA`)
    for (const header of [{ disclosures: [] }, { kb_jwt: '' }])
      assert.throws(() => compactSdJwt({ payload: PAYLOAD, signatures: [first, { ...other, header }] }), Unusable)
  })

  const REFUSED: [string, object][] = [
    ['both kinds of signatures', { payload: PAYLOAD, ...signature, signatures: [signature] }],
    ['no signature', { payload: PAYLOAD }],
    ['an empty list of signatures', { payload: PAYLOAD, signatures: [] }],
    ['no payload', signature],
    ['no protected header', { payload: PAYLOAD, signature: 'AAAA', header: { alg: 'ES256' } }],
    ['a member in both headers', { payload: PAYLOAD, ...signature, header: { alg: 'none' } }],
    ['disclosures that are not a list', { payload: PAYLOAD, ...signature, header: { disclosures: FIRST } }],
    [
      'two disclosures in one text',
      { payload: PAYLOAD, ...signature, header: { disclosures: [`${FIRST}~${SECOND}`] } },
    ],
    ['a holder that is not a text', { payload: PAYLOAD, ...signature, header: { kb_jwt: [] } }],
  ]
  for (const [name, value] of REFUSED)
    it(`is refused with ${name}`, () => {
      assert.throws(() => compactSdJwt(value), Unusable)
    })
})
