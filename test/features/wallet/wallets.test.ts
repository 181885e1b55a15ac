import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { jwtVerify } from 'jose'
import { openWallets } from '../../../src/features/wallet/verify/open-wallets.ts'
import { makeOperator } from '../../support/wallet/software-wallet.ts'

const operator = makeOperator()
const now = new Date('2026-06-15T10:00:00.000Z')
const open = (more: Partial<Parameters<typeof openWallets>[0]> = {}) =>
  openWallets({
    ...operator,
    clientId: 'x509_hash',
    baseUrl: 'https://limen.example',
    trustedItems: { ofWallets: async () => [] },
    fetchStatusList: () => Promise.reject(new Error('nothing to fetch')),
    ...more,
  })

describe('a request to a wallet', () => {
  it('is signed with the operator’s key, names its certificate, and ends after ten minutes', async () => {
    const wallets = open()
    const request = await wallets.draw({ transport: 'link', withPortrait: true, now })
    const key = new X509Certificate(operator.certificates).publicKey
    const { payload, protectedHeader } = await jwtVerify(await wallets.sign(request), key, { currentDate: now })
    assert.equal(protectedHeader.typ, 'oauth-authz-req+jwt')
    assert.equal(protectedHeader.x5c?.length, 1)
    assert.equal(payload.response_mode, 'direct_post.jwt')
    assert.equal(payload.response_uri, `https://limen.example/api/v1/wallet/response/${request.id}`)
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600)
    const link = new URL(wallets.linkOf(request))
    assert.equal(link.protocol, 'openid4vp:')
    assert.equal(link.searchParams.get('client_id'), payload.client_id)
    assert.equal(link.searchParams.get('request_uri'), `https://limen.example/api/v1/wallet/request/${request.id}`)
  })

  it('has a nonce, an id and a key of its own, and tells the wallet the public part alone', async () => {
    const wallets = open()
    const [one, two] = await Promise.all(
      [1, 2].map(() => wallets.draw({ transport: 'browser', withPortrait: false, now })),
    )
    assert.ok(one && two)
    for (const name of ['id', 'nonce'] as const) assert.notEqual(one[name], two[name])
    assert.notEqual(one.key.d, two.key.d)
    const token = await wallets.sign(one)
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    assert.ok(!text.includes(one.key.d))
    assert.ok(text.includes(one.key.x))
  })

  it('is not made with a key of another certificate, of another kind, or for a host that it does not name', () => {
    const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const large = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const pem = ({ privateKey }: typeof strange) => privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    assert.throws(() => open({ key: pem(strange) }), /WALLET_KEY: is not the key of WALLET_CERTIFICATE/)
    assert.throws(() => open({ key: pem(large) }), /WALLET_KEY: must be a key on P-256/)
    assert.throws(() => open({ key: 'no key' }), /WALLET_KEY: is not a private key/)
    assert.throws(() => open({ certificates: 'nothing' }), /WALLET_CERTIFICATE: has no certificate/)
    assert.throws(() => open({ clientId: 'x509_san_dns' }), /does not name limen.example/)
  })
})
