import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { openIssuerKeys } from '../../../src/features/wallet/verify/issuer-metadata.ts'
import { openStatusLists } from '../../../src/features/wallet/verify/status-list.ts'
import { verifySdJwt } from '../../../src/features/wallet/verify/verify-sd-jwt.ts'
import { TrustStore } from '../../../src/formats/x509/trust-store.ts'
import { presentSdJwt } from '../../support/wallet/holder.ts'
import { issueSdJwt, makeHolderKey, makeIssuer, signJwt } from '../../support/wallet/issuer.ts'
import { PID_CLAIMS } from '../../support/wallet/person.ts'

const ISSUER = 'https://issuer.utopia.example'
const now = Date.now()
const issuer = makeIssuer()
const holder = makeHolderKey()
const jwk = createPublicKey(issuer.signer.key.privateKey).export({ format: 'jwk' })
const shown = (kid = 'k1') => {
  const issued = issueSdJwt(issuer, holder, PID_CLAIMS, { kid })
  return presentSdJwt(issued, holder, ['family_name'], { nonce: 'n', audience: 'a' })
}
const trust = new TrustStore([])

describe('an issuer that is trusted by its keys', () => {
  const answers = (documents: Record<string, unknown>) => {
    const asked: string[] = []
    const keys = openIssuerKeys([ISSUER], async (uri) => {
      asked.push(uri)
      if (!(uri in documents)) throw new Error('not there')
      return Buffer.from(JSON.stringify(documents[uri]))
    })
    return { keys, asked }
  }
  const address = `${ISSUER}/.well-known/jwt-vc-issuer`
  const good = { issuer: ISSUER, jwks: { keys: [{ ...jwk, kid: 'k1' }] } }

  it('is found at its address, and its keys are kept for an hour', async () => {
    const { keys, asked } = answers({ [address]: good })
    const known = await keys(shown(), now)
    assert.equal(verifySdJwt(shown(), { now, trust, known }).verdict, 'TRUSTED')
    await keys(shown(), now + 3_500_000)
    assert.deepEqual(asked, [address])
    await keys(shown(), now + 3_600_000)
    assert.equal(asked.length, 2)
  })

  it('is asked again after a minute for a key that is not among them', async () => {
    const { keys, asked } = answers({ [address]: good })
    const known = await keys(shown('k2'), now)
    assert.equal(verifySdJwt(shown('k2'), { now, trust, known }).verdict, 'UNKNOWN_ISSUER')
    await keys(shown('k2'), now + 59_000)
    assert.equal(asked.length, 1)
    await keys(shown('k2'), now + 60_000)
    assert.equal(asked.length, 2)
  })

  it('with a path is found behind the well-known part, without a slash at the end (draft-ietf-oauth-sd-jwt-vc, 4.1)', async () => {
    const inside = `${address}/tenant`
    for (const named of [`${ISSUER}/tenant`, `${ISSUER}/tenant/`]) {
      const asked: string[] = []
      const keys = openIssuerKeys([named], async (uri) => {
        asked.push(uri)
        return Buffer.from(JSON.stringify({ ...good, issuer: named }))
      })
      const token = signJwt({ alg: 'ES256', typ: 'dc+sd-jwt', kid: 'k1' }, { iss: named }, issuer.signer.key.privateKey)
      assert.equal((await keys(`${token}~`, now))?.keys.length, 1)
      assert.deepEqual(asked, [inside])
    }
  })

  it('may keep its keys at another address', async () => {
    const elsewhere = 'https://keys.example/set'
    const { keys } = answers({ [address]: { issuer: ISSUER, jwks_uri: elsewhere }, [elsewhere]: good.jwks })
    assert.equal(verifySdJwt(shown(), { now, trust, known: await keys(shown(), now) }).verdict, 'TRUSTED')
  })

  it('is unknown where its metadata is of another, is not there, or has another key', async () => {
    const other = createPublicKey(makeHolderKey().privateKey).export({ format: 'jwk' })
    for (const [document, verdict] of [
      [{ ...good, issuer: 'https://other.example' }, 'UNKNOWN_ISSUER'],
      [{ issuer: ISSUER, jwks: { keys: 'none' } }, 'UNKNOWN_ISSUER'],
      [{ issuer: ISSUER, jwks: { keys: [{ ...other, kid: 'k1' }] } }, 'ALTERED'],
    ] as const) {
      const known = await answers({ [address]: document }).keys(shown(), now)
      assert.equal(verifySdJwt(shown(), { now, trust, known }).verdict, verdict)
    }
    const known = await answers({}).keys(shown(), now)
    assert.equal(verifySdJwt(shown(), { now, trust, known }).verdict, 'UNKNOWN_ISSUER')
  })

  it('is one that the operator named: nothing is fetched for anybody else, nor for one with a certificate', async () => {
    const asked: string[] = []
    const keys = openIssuerKeys(['https://another.example'], async (uri) => {
      asked.push(uri)
      return new Uint8Array()
    })
    assert.equal(await keys(shown(), now), undefined)
    const certified = openIssuerKeys([ISSUER], async (uri) => {
      asked.push(uri)
      return new Uint8Array()
    })
    const issued = issueSdJwt(issuer, holder, PID_CLAIMS)
    assert.equal(await certified(presentSdJwt(issued, holder, [], { nonce: 'n', audience: 'a' }), now), undefined)
    assert.equal(await certified('no token', now), undefined)
    assert.deepEqual(asked, [])
  })

  it('signs its status list with the same keys', async () => {
    const uri = `${ISSUER}/status/1`
    const known = { issuer: ISSUER, keys: [{ kid: 'k1', jwk }] }
    const payload = {
      sub: uri,
      exp: Math.floor(now / 1000) + 600,
      status_list: { bits: 1, lst: deflateSync(Uint8Array.of(2)).toString('base64url') },
    }
    const sign = (key = issuer.signer.key.privateKey) =>
      Buffer.from(signJwt({ alg: 'ES256', typ: 'statuslist+jwt', kid: 'k1' }, payload, key))
    const statusOf = async (list: Uint8Array, index: number) =>
      (await openStatusLists(async () => list)({ uri, index }, now, trust, known)).status
    assert.equal(await statusOf(sign(), 1), 'REVOKED')
    assert.equal(await statusOf(sign(), 0), 'VALID')
    assert.equal(await statusOf(sign(makeHolderKey().privateKey), 1), 'UNKNOWN', 'signed by somebody else')
  })
})
