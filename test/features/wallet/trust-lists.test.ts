import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { certify, makeAuthority, type Party } from '../../../packages/specimen/src/chip/certify.ts'
import { CREDENTIAL_USES } from '../../../src/features/wallet/domain/credential-verdict.ts'
import { judgeTrustLists } from '../../../src/features/wallet/judge-trust-lists.ts'
import { verifyMdoc } from '../../../src/features/wallet/verify/verify-mdoc.ts'
import { verifySdJwt } from '../../../src/features/wallet/verify/verify-sd-jwt.ts'
import {
  openWalletTrustFiles,
  overdueLists,
  usesOfItems,
  walletTrust,
} from '../../../src/features/wallet/verify/wallet-trust.ts'
import { type Cbor, tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { presentMdoc, presentSdJwt } from '../../support/wallet/holder.ts'
import { coseSign, issueMdoc, issueSdJwt, makeHolderKey, makeIssuer, signJwt } from '../../support/wallet/issuer.ts'
import { MDL, MDL_CLAIMS, PID_CLAIMS } from '../../support/wallet/person.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const now = Date.now()
const issuer = makeIssuer()
const root = makeAuthority('Scheme operator', { way })
const listSigner = certify('List signer', { way, by: root })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const roots = [{ name: 'root.cer', bytes: root.certificate }]

const service = (
  certificate: Uint8Array,
  type = 'http://uri.etsi.org/19602/SvcType/PID/Issuance',
  status?: string,
) => ({
  ServiceInformation: {
    ServiceTypeIdentifier: type,
    ...(status && { ServiceStatus: status }),
    ServiceDigitalIdentity: { X509Certificates: [{ val: base64(certificate) }] },
  },
})
function lote(
  services: object[],
  {
    signer = listSigner,
    next = now + 86_400_000,
    header = {},
  }: { signer?: Party; next?: number; header?: object } = {},
) {
  const LoTE = {
    ListAndSchemeInformation: {
      ListIssueDateTime: '2026-10-01T00:00:00Z',
      NextUpdate: new Date(next).toISOString(),
    },
    TrustedEntitiesList: [{ TrustedEntityServices: services }],
  }
  const x5c = [base64(signer.certificate)]
  return Buffer.from(signJwt({ alg: 'ES256', x5c, ...header }, { LoTE }, signer.key.privateKey))
}
function vical(certificates: Uint8Array[], signer = listSigner, types?: string[], next?: number): Uint8Array {
  const payload = writeCbor(
    new Map<string, Cbor>([
      ['version', '1.0'],
      ['vicalProvider', 'Utopia'],
      ['date', tagged(0, '2026-10-01T00:00:00Z')],
      ...(next === undefined ? [] : [['nextUpdate', tagged(0, new Date(next).toISOString())] as const]),
      ['certificateInfos', certificates.map((each) => entry(each, types))],
    ]),
  )
  const chain = new Map<number, Cbor>([[33, Uint8Array.from(signer.certificate)]])
  return writeCbor(tagged(18, coseSign(signer.key.privateKey, new Map([[1, -7]]), payload, chain)))
}
const entry = (certificate: Uint8Array, types?: string[]) =>
  new Map<string, Cbor>([
    ['certificate', Uint8Array.from(certificate)],
    ...(types ? ([['docType', types]] as const) : []),
  ])
const open = (name: string, bytes: Uint8Array, named = roots) => openWalletTrustFiles(named, now)([{ name, bytes }], [])

describe('a list of trusted issuers', () => {
  it('is taken when its signature leads to the root that was named, and the root is no issuer', () => {
    for (const bytes of [lote([service(issuer.authority.certificate)]), vical([issuer.authority.certificate])]) {
      const { items, refused, masterLists } = open('list', bytes)
      assert.deepEqual(refused, [])
      assert.equal(masterLists[0]?.certificates, 1)
      assert.deepEqual(
        items.map(({ purpose, kind, name, listedAt }) => [purpose, kind, name, listedAt?.toISOString()]),
        [['wallet', 'authority', 'C=UT, O=Utopia, CN=Utopia IACA', '2026-10-01T00:00:00.000Z']],
      )
    }
  })

  it('is refused without its root, by another signer, changed, or when the next one was due', () => {
    const list = lote([service(issuer.authority.certificate)])
    const stranger = makeAuthority('Scheme operator', { way })
    const changed = Uint8Array.from(list)
    changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1
    for (const { items, refused } of [
      open('a', list, []),
      open('b', list, [{ name: 'root.cer', bytes: stranger.certificate }]),
      open('c', changed),
      open('d', lote([service(issuer.authority.certificate)], { next: now - 1 })),
      open('e', vical([issuer.authority.certificate]), []),
      open('f', vical([issuer.authority.certificate]).subarray(0, 300)),
      open('g', Buffer.from('eyJhbGciOiJub25lIn0..')),
    ]) {
      assert.deepEqual(items, [])
      assert.equal(refused.length, 1)
    }
  })

  it('may have its time of signing as a critical header, which is processed (JAdES), and no other', () => {
    const list = (header: object) => open('list.jwt', lote([service(issuer.authority.certificate)], { header }))
    const sigT = '2026-10-01T00:00:00Z'
    for (const header of [{ sigT }, { sigT, crit: ['sigT'] }]) assert.equal(list(header).items.length, 1)
    for (const header of [
      { crit: ['sigT'] },
      { crit: [] },
      { sigT, crit: ['sigT', 'sigT'] },
      { sigT, crit: ['sigT', 'sigD'], sigD: {} },
      { sigT: 'yesterday', crit: ['sigT'] },
      { sigT: new Date(now + 86_400_000).toISOString() },
    ])
      assert.deepEqual([list(header).items, list(header).refused.length], [[], 1], JSON.stringify(header))
  })

  it('may be signed with RSA, as the seals of authorities are', () => {
    const signer = certify('List signer', { way: { kind: 'rsa', hash: 'sha256' }, by: root })
    const [head, payload] = [
      { alg: 'RS256', x5c: [base64(signer.certificate)] },
      JSON.parse(
        Buffer.from(String(lote([service(issuer.authority.certificate)])).split('.')[1] ?? '', 'base64url').toString(),
      ),
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const signature = sign('sha256', Buffer.from(`${head}.${payload}`), signer.key.privateKey)
    const { items } = open('list.jwt', Buffer.from(`${head}.${payload}.${signature.toString('base64url')}`))
    assert.equal(items.length, 1)
  })

  it('gives the issuers of credentials, and nobody whose service is another or was withdrawn', () => {
    const other = makeAuthority('Wallet provider', { way })
    const withdrawn = makeAuthority('Withdrawn', { way })
    const base = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus'
    const { items } = open(
      'list.jwt',
      lote([
        service(issuer.authority.certificate, undefined, `${base}/granted`),
        service(other.certificate, 'http://uri.etsi.org/19602/SvcType/WalletSolution/Issuance'),
        service(withdrawn.certificate, undefined, `${base}/withdrawn`),
      ]),
    )
    assert.deepEqual(
      items.map(({ name }) => name),
      ['C=UT, O=Utopia, CN=Utopia IACA'],
    )
  })

  it('says what each issuer is trusted for, and a credential of another kind is not trusted', () => {
    const holder = makeHolderKey()
    const pid = presentSdJwt(issueSdJwt(issuer, holder, PID_CLAIMS), holder, [], { nonce: 'n', audience: 'a' })
    const mdl = presentMdoc(issueMdoc(issuer, holder, MDL, MDL_CLAIMS), holder, [], new Uint8Array([0xf6]))
    const verdicts = (...types: string[]) => {
      const services = types.map((type) =>
        service(issuer.authority.certificate, `http://uri.etsi.org/19602/SvcType/${type}`),
      )
      const items = open('list.jwt', lote(services)).items.map((item) => ({ ...item, importedAt: new Date(now) }))
      const judging = { now, trust: walletTrust(items), usesOf: usesOfItems(items) }
      return [verifySdJwt(pid, judging), verifyMdoc(mdl, judging)]
    }
    const words = (...types: string[]) => verdicts(...types).map(({ verdict }) => verdict)
    assert.deepEqual(words('PID/Issuance'), ['TRUSTED', 'UNKNOWN_ISSUER'])
    assert.deepEqual(words('mDL/Issuance'), ['UNKNOWN_ISSUER', 'TRUSTED'])
    assert.deepEqual(words('PubEAA/Issuance'), ['UNKNOWN_ISSUER', 'UNKNOWN_ISSUER'])
    assert.deepEqual(words('PID/Revocation'), ['UNKNOWN_ISSUER', 'UNKNOWN_ISSUER'])
    assert.deepEqual(words('PubEAA/Issuance', 'PID/Issuance', 'mDL/Issuance'), ['TRUSTED', 'TRUSTED'])
    const [refused] = verdicts('PubEAA/Issuance')
    assert.deepEqual(refused?.reasons[0], {
      code: 'ISSUER_FOR_ANOTHER_PURPOSE',
      text: 'the issuer is trusted, but not for credentials of this kind',
    })
  })

  it('of driving licences trusts for them alone, and for the types that an entry names', () => {
    const usesIn = (types?: string[]) => open('list', vical([issuer.authority.certificate], listSigner, types)).items[0]
    assert.deepEqual(usesIn()?.uses, ['licence'])
    assert.deepEqual(usesIn([MDL.type, 'eu.europa.ec.eudi.pid.1'])?.uses, ['licence', 'identity'])
    assert.deepEqual(usesIn(['org.example.fishing'])?.uses, ['attestation'])
  })

  it('does not bind a certificate that the operator named, unless the operator says so', () => {
    const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
    assert.deepEqual(openWalletTrustFiles([], now)(files, []).items[0]?.uses, [...CREDENTIAL_USES])
    assert.deepEqual(openWalletTrustFiles([], now, ['licence'])(files, []).items[0]?.uses, ['licence'])
  })

  it('makes credentials of its issuers trusted, and an issuer’s own certificate does too', () => {
    const holder = makeHolderKey()
    const shown = presentMdoc(issueMdoc(issuer, holder, MDL, MDL_CLAIMS), holder, [], new Uint8Array([0xf6]))
    const verdict = (bytes: Uint8Array) => {
      const items = open('file', bytes).items.map((item) => ({ ...item, importedAt: new Date(now) }))
      return verifyMdoc(shown, { now, trust: walletTrust(items) }).verdict
    }
    assert.equal(verdict(vical([issuer.authority.certificate])), 'TRUSTED')
    assert.equal(verdict(issuer.signer.certificate), 'TRUSTED')
    assert.equal(verdict(root.certificate), 'UNKNOWN_ISSUER')
  })

  it('that should have been replaced is named by the verdict and by doctor, and its issuers are still trusted', async () => {
    const holder = makeHolderKey()
    const due = now + 86_400_000
    const later = due + 3_600_000
    const day = new Date(due).toISOString().slice(0, 10)
    const pid = presentSdJwt(issueSdJwt(issuer, holder, PID_CLAIMS), holder, [], { nonce: 'n', audience: 'a' })
    const mdl = presentMdoc(issueMdoc(issuer, holder, MDL, MDL_CLAIMS), holder, [], new Uint8Array([0xf6]))
    const lists = [
      { name: 'list.jwt', bytes: lote([service(issuer.authority.certificate)], { next: due }) },
      { name: 'vical.cbor', bytes: vical([issuer.authority.certificate], listSigner, undefined, due) },
    ]
    for (const [at, { name, bytes }] of lists.entries()) {
      const items = open(name, bytes).items.map((item) => ({ ...item, importedAt: new Date(now) }))
      assert.deepEqual(
        items.map(({ endsAt }) => endsAt?.getTime()),
        [due],
      )
      const judged = (moment: number) => {
        const overdue = overdueLists(items, moment)
        const judging = { now: moment, trust: walletTrust(items), usesOf: usesOfItems(items), overdue }
        return at === 0 ? verifySdJwt(pid, judging) : verifyMdoc(mdl, judging)
      }
      const late = ({ reasons }: ReturnType<typeof judged>) => reasons.find(({ code }) => code === 'LIST_OUT_OF_DATE')
      assert.deepEqual([judged(now).verdict, late(judged(now))], ['TRUSTED', undefined])
      assert.deepEqual(
        [judged(later).verdict, late(judged(later))?.text],
        ['TRUSTED', `it is trusted by the list ${name}, whose next one was due on ${day}`],
      )
      const found = (moment: number) =>
        judgeTrustLists({ trustedItems: { ofWallets: async () => items } }, new Date(moment))
      assert.deepEqual((await found(now))[0]?.verdict, 'good')
      assert.match((await found(later))[0]?.text ?? '', new RegExp(`${name} was due on ${day}: 1 issuers`))
      assert.equal((await found(later))[0]?.verdict, 'unsafe')
    }
  })
})
