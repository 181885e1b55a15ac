import assert from 'node:assert/strict'
import { createPublicKey, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { openIssuer } from '../../../src/features/issuance/issuer.ts'
import { verifySdJwt } from '../../../src/features/wallet/verify/verify-sd-jwt.ts'
import { readCertificate } from '../../../src/formats/x509/certificate.ts'
import { TrustStore } from '../../../src/formats/x509/trust-store.ts'
import { sdJwtLibrary } from '../../support/wallet/foreign-wallet.ts'
import { presentSdJwt } from '../../support/wallet/holder.ts'
import { issueSdJwt, makeHolderKey, makeIssuer, PID } from '../../support/wallet/issuer.ts'
import { PID_CLAIMS } from '../../support/wallet/person.ts'

const seconds = Math.floor(Date.now() / 1000)
const request = { nonce: 'a-nonce-of-this-request', audience: 'x509_hash:abc' }
const expected = { ...request, transcript: new Uint8Array(), requestedAt: Date.now() }

describe('SD-JWTs of another implementation', () => {
  const issuer = makeIssuer()
  const holder = makeHolderKey()
  const library = sdJwtLibrary(issuer.signer.key.privateKey, holder.privateKey)
  const trust = new TrustStore([{ certificate: readCertificate(issuer.authority.certificate), origin: 'test' }])

  it('are verified here: issued and presented there, with nested and hidden claims', async () => {
    const x5c = [issuer.signer.certificate].map((bytes) => Buffer.from(bytes).toString('base64'))
    const payload = {
      iss: 'https://issuer.example',
      vct: PID,
      iat: seconds - 60,
      cnf: { jwk: holder.jwk },
      ...PID_CLAIMS,
    }
    const credential = await library.issue(
      payload,
      {
        _sd: ['family_name', 'given_name', 'birthdate', 'nationalities', 'address'],
        _sd_decoy: 3,
        address: { _sd: ['locality'] },
      },
      { header: { typ: 'dc+sd-jwt', x5c } },
    )
    const shown = await library.present(
      credential,
      { family_name: true, given_name: true, birthdate: true, address: { locality: true } },
      { kb: { payload: { iat: seconds, aud: request.audience, nonce: request.nonce } } },
    )
    const result = verifySdJwt(shown, { now: Date.now(), trust, expected })
    assert.deepEqual([result.verdict, result.holderBinding, result.validity], ['TRUSTED', 'HOLDS', 'VALID'])
    assert.equal(result.claims.family_name, 'Specimen')
    assert.equal(result.claims.nationality, undefined, 'not disclosed')
    const other = { ...expected, nonce: 'another' }
    assert.equal(verifySdJwt(shown, { now: Date.now(), trust, expected: other }).holderBinding, 'FALSE')
  })

  it('are verified there: presented by the wallet of our tests', async () => {
    const issued = issueSdJwt(issuer, holder, PID_CLAIMS)
    const shown = presentSdJwt(issued, holder, ['family_name'], request)
    const { payload } = await library.verify(shown, {
      keyBindingNonce: request.nonce,
      requiredClaimKeys: ['family_name'],
    })
    assert.equal((payload as Record<string, unknown>).family_name, 'Specimen')
    await assert.rejects(library.verify(shown, { keyBindingNonce: 'another' }))
  })

  it('are what the service issues: opened, verified and presented there, and taken back here', async () => {
    const secret = randomBytes(32)
    const issuing = openIssuer({ secrets: { get: async () => secret }, baseUrl: 'https://id.example' })
    const own = { tenant: 'bank', mode: 'live' } as const
    const credential = await issuing.sign(own, 0, {
      tenant: { name: 'Bank' },
      claims: { family_name: 'Specimen', given_name: 'Anna', birthdate: '1974-08-12' },
      holder: holder.jwk,
      place: { list: 0, index: 77 },
      verifiedOn: '2026-06-15',
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    const keys = await issuing.keys(own)
    const [key] = keys
    assert.ok(key)
    const tenant = sdJwtLibrary(createPublicKey({ key: key.jwk, format: 'jwk' }), holder.privateKey)
    assert.deepEqual((await tenant.presentableKeys(credential)).toSorted(), ['birthdate', 'family_name', 'given_name'])
    const { payload } = await tenant.verify(credential)
    assert.equal((payload as Record<string, unknown>).verified_by, 'Bank')
    const shown = await tenant.present(
      credential,
      { family_name: true },
      { kb: { payload: { iat: seconds, aud: request.audience, nonce: request.nonce } } },
    )
    const known = { issuer: issuing.namesOf(own).issuer, keys }
    const result = verifySdJwt(shown, { now: Date.now(), trust: new TrustStore([]), expected, known })
    assert.deepEqual([result.verdict, result.holderBinding], ['TRUSTED', 'HOLDS'])
    assert.deepEqual(result.status, { uri: `${known.issuer}/status/0`, index: 77 })
  })
})
