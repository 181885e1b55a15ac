import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decodeJwt, SignJWT } from 'jose'
import { walletQuery } from '../../../src/features/wallet/domain/dcql.ts'
import { judgeWalletSettings } from '../../../src/features/wallet/judge-wallet-settings.ts'
import { openWallets } from '../../../src/features/wallet/verify/open-wallets.ts'
import { readRegistration } from '../../../src/features/wallet/wallet-registration.ts'
import { makeIssuer } from '../../support/wallet/issuer.ts'
import { makeOperator } from '../../support/wallet/software-wallet.ts'

const registrar = makeIssuer()
const WHO = 'VATUT-123456789'
const NOW = new Date('2026-06-15T10:00:00.000Z')
const END = NOW.getTime() / 1000 + 90 * 86_400

/** Everything that the service asks for, as a register states it. */
const ALL = walletQuery(true).credentials.map(({ format, meta, claims }) => ({
  format,
  meta,
  claim: claims.map(({ path }) => ({ path })),
}))

const signed = (claims: object, { typ = 'rc-wrp+jwt', by = registrar } = {}) =>
  new SignJWT({ sub: WHO, iat: 1_781_000_000, exp: END, credentials: ALL, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ, x5c: [Buffer.from(registrar.signer.certificate).toString('base64')] })
    .sign(by.signer.key.privateKey)

describe('the registration certificate of the operator (ETSI TS 119 475)', () => {
  const operator = makeOperator(WHO)
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-registration-'))
  })
  after(() => rm(folder, { recursive: true }))

  const judged = async (token: string, at = NOW, certificates = operator.certificates) => {
    const [walletCertificate, walletRegistration] = ['operator.pem', 'registration.jwt'].map((name) =>
      join(folder, name),
    )
    assert.ok(walletCertificate && walletRegistration)
    await writeFile(walletCertificate, certificates)
    await writeFile(walletRegistration, token)
    const findings = await judgeWalletSettings(
      { walletCertificate, walletRegistration, walletCredentials: undefined },
      at,
    )
    return findings
      .filter(({ name }) => name === 'wallet registration')
      .map(({ verdict, text }) => `${verdict}: ${text}`)
  }

  it('comes with every request to a wallet, by link and through the browser', async () => {
    const registration = await signed({})
    const wallets = openWallets({
      ...operator,
      clientId: 'x509_hash',
      registration,
      baseUrl: 'https://limen.example',
      trustedItems: { ofWallets: async () => [] },
      fetchStatusList: () => Promise.reject(new Error('nothing to fetch')),
    })
    for (const transport of ['link', 'browser'] as const) {
      const request = await wallets.draw({ transport, withPortrait: true, now: NOW })
      const { verifier_info: info } = decodeJwt(await wallets.sign(request))
      assert.deepEqual(info, [{ format: 'registration_cert', data: registration }])
    }
  })

  it('is good in doctor if it is of the holder of the access certificate and covers what is asked for', async () => {
    const end = new Date(END * 1000).toISOString().slice(0, 10)
    assert.deepEqual(await judged(await signed({})), [
      `good: of ${WHO}, for everything that is asked for, valid until ${end}`,
    ])
    const whole = ALL.map(({ format, meta }) => ({ format, meta }))
    assert.match((await judged(await signed({ credentials: whole })))[0] ?? '', /^good/)
    const spelled = ALL.map(({ claim, ...rest }) => ({ ...rest, claims: claim }))
    assert.match((await judged(await signed({ credentials: spelled })))[0] ?? '', /^good/)
  })

  it('is named in doctor before it ends and after', async () => {
    const token = await signed({})
    assert.match(
      (await judged(token, new Date((END - 10 * 86_400) * 1000)))[0] ?? '',
      /^unsafe: it expires on .* in 10 days/,
    )
    assert.match((await judged(token, new Date((END + 86_400) * 1000)))[0] ?? '', /^bad: it expired on/)
  })

  it('is named in doctor if it is of another relying party, or the access certificate names none', async () => {
    const other = await judged(await signed({ sub: 'VATUT-987654321' }))
    assert.match(other[0] ?? '', /^bad: the registration is of VATUT-987654321, .* it is of VATUT-123456789/)
    const nobody = await judged(await signed({}), NOW, makeOperator().certificates)
    assert.match(nobody[0] ?? '', /^bad: .* names no identifier/)
  })

  it('is named in doctor if more is asked for than is registered: a credential, or a claim of one', async () => {
    const [first, ...others] = ALL
    assert.ok(first)
    assert.match(
      (await judged(await signed({ credentials: [first] })))[0] ?? '',
      /^unsafe: more .*: pid_mdoc, mdl, photo_id/,
    )
    const fewer = [{ ...first, claim: first.claim.slice(1) }, ...others]
    assert.match((await judged(await signed({ credentials: fewer })))[0] ?? '', /registered: pid_sd_jwt\.family_name$/)
  })

  it('is refused if it is another token, is signed by another key, or names nobody', async () => {
    for (const [token, reason] of [
      [await signed({}, { typ: 'JWT' }), /type rc-wrp\+jwt/],
      [await signed({}, { by: makeIssuer() }), /signature does not hold/],
      [await signed({ sub: 5 }), /names nobody/],
      [await signed({ exp: 'never' }), /not a date/],
      ['no token', /WALLET_REGISTRATION/],
    ] as const) {
      assert.throws(() => readRegistration(token), reason)
      assert.match((await judged(token))[0] ?? '', /^bad: WALLET_REGISTRATION/)
    }
  })
})
